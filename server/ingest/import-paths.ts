import type { ImportedFile, ImportProgress, ImportReport } from '../contract/import.ts';
import type { FormatName } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Adapter } from '../formats/adapter.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { collectFiles, type FoundFile } from './collect-files.ts';
import { type Companions, readCompanions } from './companions.ts';
import { failedFile, importFile, noEntries } from './import-file.ts';
import { SAMPLES_MARK, UPLOAD_MARK } from './source-names.ts';

export type ImportInput = {
  readonly paths: readonly string[];
  /** Take files of this format only. */
  readonly format: FormatName | null;
  readonly restoresDeleted: boolean;
  /** Folder that an upload waits in; its files go by their names in it. Null for files that stay where they are. */
  readonly uploadFolder: string | null;
  /** Folder of the samples; as with an upload, its own path means nothing. */
  readonly samplesFolder?: string;
};

export type ImportControl = {
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
};

/**
 * Imports all transcripts at and below the paths for the scope's actor, who becomes their owner. Each conversation
 * is stored whole or not at all; running it again adds only what is new. A fault of the store stops it; what was imported stays.
 * Throws `bad-input` when a path is not there, `cancelled` when the signal is aborted.
 */
export async function importPaths(
  scope: WriteScope,
  input: ImportInput,
  control: ImportControl,
): Promise<ImportReport> {
  const collected = await collectFiles(input.paths, { format: input.format, signal: control.signal });
  const companions = await readCompanions([...collected.files, ...collected.neighbours]);
  // A broken store that nobody asked for is told all the same: it may have named the session that a file belongs to.
  const files = [...collected.files, ...collected.neighbours.filter((file) => companions.problems.has(file.path))];
  const bytesTotal = files.reduce((sum, file) => sum + file.size, 0);
  const reports: ImportedFile[] = [];
  let bytesDone = 0;
  for (const [filesDone, file] of files.entries()) {
    if (control.signal.aborted)
      throw new AppError(
        'cancelled',
        `The import was cancelled at ${filesDone} of ${files.length} files. What was imported stays.`,
      );
    const tell = (): void =>
      control.onProgress({
        filesDone,
        filesTotal: files.length,
        bytesDone,
        bytesTotal,
        path: nameOf(file.path, input),
      });
    tell();
    const before = bytesDone;
    const report = await importOne(scope, {
      file,
      input,
      control,
      companions,
      onBytes: (count) => {
        bytesDone += count;
        tell();
      },
    });
    reports.push({ ...report, path: nameOf(file.path, input) });
    bytesDone = before + file.size;
  }
  control.onProgress({ filesDone: files.length, filesTotal: files.length, bytesDone, bytesTotal, path: '' });
  return summarise(reports);
}

/** How a file is called in reports and as a source. */
function nameOf(file: string, { uploadFolder, samplesFolder }: ImportInput): string {
  if (samplesFolder !== undefined) return `${SAMPLES_MARK}${file.slice(samplesFolder.length + 1)}`;
  return uploadFolder === null ? file : `${UPLOAD_MARK}${file.slice(uploadFolder.length + 1)}`;
}

type One = {
  readonly file: FoundFile;
  readonly input: ImportInput;
  readonly control: ImportControl;
  readonly companions: Companions;
  readonly onBytes: (count: number) => void;
};

async function importOne(scope: WriteScope, one: One): Promise<ImportedFile> {
  const { file, input, control, companions, onBytes } = one;
  if (file.obstacle !== null) {
    return {
      ...noEntries(file.path),
      skipped: [{ reason: file.obstacle.reason, count: 1 }],
      status: file.obstacle.status,
    };
  }
  if (file.match === null) return unknownFile(file);
  const { adapter, role } = file.match;
  if (role.role === 'skip')
    return { ...known(file, adapter), skipped: [{ reason: role.reason, count: 1 }], status: 'skipped' };
  if (role.role === 'companion') {
    const problem = companions.problems.get(file.path);
    const skipped = problem === undefined ? [] : [{ reason: problem, count: 1 }];
    return { ...known(file, adapter), skipped, status: problem === undefined ? 'companion' : 'failed' };
  }
  const name = nameOf(file.path, input);
  const task = {
    path: file.path,
    name,
    adapter,
    companions,
    restoresDeleted: input.restoresDeleted,
    ...control,
    onBytes,
  };
  try {
    return await importFile(scope, task);
  } catch (cause) {
    if (cause instanceof AppError && cause.kind === 'cancelled') throw cause;
    if (isStoreFault(cause)) throw cause;
    return failedFile(task, cause);
  }
}

/** A full disk or a broken store concerns every file: going on would only repeat it. A broken rule is one file's own. */
function isStoreFault(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT');
}

function known(file: FoundFile, adapter: Adapter): Omit<ImportedFile, 'status' | 'skipped'> {
  return { ...noEntries(file.path), format: adapter.format };
}

function unknownFile(file: FoundFile): ImportedFile {
  const reason = file.size === 0 ? 'the file is empty' : 'no transcript format that is known here';
  return { ...noEntries(file.path), skipped: [{ reason, count: 1 }], status: 'skipped' };
}

function summarise(files: readonly ImportedFile[]): ImportReport {
  const count = (status: ImportedFile['status']): number => files.filter((file) => file.status === status).length;
  return {
    files,
    sessions: new Set(files.flatMap((file) => file.sessionKeys)).size,
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
  };
}
