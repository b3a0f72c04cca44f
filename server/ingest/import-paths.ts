import path from 'node:path';
import type { ImportedFile, ImportProgress, ImportReport } from '../contract/import.ts';
import type { FormatName } from '../contract/transcript.ts';
import { PUSH_MARK } from '../engine/append-port.ts';
import { AppError } from '../errors.ts';
import type { Adapter } from '../formats/adapter.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { collectFiles, type FoundFile } from './collect-files.ts';
import { type Companions, readCompanions } from './companions.ts';
import { FileQueue } from './file-queue.ts';
import { EMPTY_FILE, noEntries } from './import-file.ts';
import { keepHeapLight } from './light-heap.ts';
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
  /** Folder of a place that files are pushed to; its last part is how the place is called. */
  readonly pushFolder?: string;
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
  keepHeapLight(files.reduce((largest, file) => Math.max(largest, file.size), 0));
  const queue = new FileQueue(scope);
  let bytesDone = 0;
  for (const [filesDone, file] of files.entries()) {
    if (control.signal.aborted) {
      await queue.finish();
      throw new AppError(
        'cancelled',
        `The import was cancelled at ${filesDone} of ${files.length} files. What was imported stays.`,
      );
    }
    const name = nameOf(file.path, input);
    const tell = (): void =>
      control.onProgress({ filesDone, filesTotal: files.length, bytesDone, bytesTotal, path: name });
    tell();
    const before = bytesDone;
    const onBytes = (count: number): void => {
      bytesDone += count;
      tell();
    };
    await importOne(queue, { file, input, control, companions, onBytes });
    bytesDone = before + file.size;
  }
  await queue.finish();
  control.onProgress({ filesDone: files.length, filesTotal: files.length, bytesDone, bytesTotal, path: '' });
  return summarise(queue.reports());
}

/** How a file is called in reports and as a source. */
function nameOf(file: string, { uploadFolder, samplesFolder, pushFolder }: ImportInput): string {
  if (pushFolder !== undefined) return `${PUSH_MARK}${file.slice(path.posix.dirname(pushFolder).length + 1)}`;
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

async function importOne(queue: FileQueue, one: One): Promise<void> {
  const { file, input, control, companions, onBytes } = one;
  const name = nameOf(file.path, input);
  const found = sortOut(file, companions);
  if ('report' in found) return queue.report({ ...found.report, path: name });
  const { restoresDeleted } = input;
  await queue.import({
    path: file.path,
    name,
    adapter: found.adapter,
    companions,
    restoresDeleted,
    ...control,
    onBytes,
  });
}

/** The adapter of a transcript; of any other file, and of one that cannot be read, the report. */
function sortOut(file: FoundFile, companions: Companions): { adapter: Adapter } | { report: ImportedFile } {
  if (file.obstacle !== null) {
    const { reason, status } = file.obstacle;
    return { report: { ...noEntries(file.path), skipped: [{ reason, count: 1 }], status } };
  }
  if (file.match === null) return { report: unknownFile(file) };
  const { adapter, role } = file.match;
  if (role.role === 'transcript') return { adapter };
  const problem = role.role === 'skip' ? role.reason : companions.problems.get(file.path);
  const skipped = problem === undefined ? [] : [{ reason: problem, count: 1 }];
  const status = role.role === 'skip' ? 'skipped' : problem === undefined ? 'companion' : 'failed';
  return { report: { ...known(file, adapter), skipped, status } };
}

function known(file: FoundFile, adapter: Adapter): Omit<ImportedFile, 'status' | 'skipped'> {
  return { ...noEntries(file.path), format: adapter.format };
}

function unknownFile(file: FoundFile): ImportedFile {
  const reason = file.size === 0 ? EMPTY_FILE : 'no transcript format that is known here';
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
