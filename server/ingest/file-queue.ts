import type { ImportedFile } from '../contract/import.ts';
import { AppError } from '../errors.ts';
import { log } from '../log.ts';
import { BATCH_BYTES, BATCH_ENTRIES } from '../transcripts/save.ts';
import { WorkAhead } from '../transcripts/work-ahead.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { addedFile, type FileTask, failedFile, mergeFile, readFile } from './import-file.ts';
import { mayBeWhole, type PreparedFile, prepareWhole } from './whole-files.ts';

/** Of batches of files: one is compressed while another is stored. */
const BATCHES_AHEAD = 2;

type Waiting = PreparedFile & { readonly at: number };

/**
 * Imports files one after the other. New ones wait until several of them fill a transaction; whatever else touches the
 * store waits until they are in it. Throws what concerns the whole import; what concerns one file is in its report.
 */
export class FileQueue {
  readonly #scope: WriteScope;
  readonly #reports: (ImportedFile | null)[] = [];
  readonly #storing = new WorkAhead(BATCHES_AHEAD);
  /** Of the batch that was handed over last. */
  #told: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(scope: WriteScope) {
    this.#scope = scope;
  }

  /** A file that is not imported. */
  report(report: ImportedFile): void {
    this.#reports.push(report);
  }

  async import(task: FileTask): Promise<void> {
    const at = this.#reports.push(null) - 1;
    const report = await guarded(task, async () => {
      const read = await readFile(this.#scope, task);
      if ('report' in read) return read.report;
      if (mayBeWhole(read.file)) return this.#wait(at, await prepareWhole(read.file));
      await this.finish();
      return mergeFile(this.#scope, read.file);
    });
    if (report !== null) this.#reports[at] = report;
  }

  /** Stores what waits. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#storing.settle();
  }

  /** Of all files, in their order. Call `finish` before. */
  reports(): readonly ImportedFile[] {
    return this.#reports.filter((report) => report !== null);
  }

  /** Its report is filled in when it is stored. */
  async #wait(at: number, prepared: PreparedFile): Promise<null> {
    this.#waiting.push({ ...prepared, at });
    this.#entries += prepared.file.parsed.outlines.length;
    this.#bytes += prepared.file.parsed.byteSize;
    if (this.#entries >= BATCH_ENTRIES || this.#bytes >= BATCH_BYTES) await this.#flush();
    return null;
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#entries = 0;
    this.#bytes = 0;
    await this.#storing.room();
    if (batch.length === 0) return;
    this.#told = this.#store(batch, this.#told);
    this.#storing.start(this.#told);
  }

  /** Batches may be stored at the same time, but what must be merged of them is merged one file after the other. */
  async #store(batch: readonly Waiting[], before: Promise<void>): Promise<void> {
    const [added, told] = await Promise.allSettled([this.#addFiles(batch), before]);
    if (told.status === 'rejected') throw told.reason;
    if (added.status === 'rejected') throw added.reason;
    for (const [index, { at, file, counts }] of batch.entries()) {
      this.#reports[at] =
        added.value[index] === true
          ? addedFile(file, counts)
          : await guarded(file.task, () => mergeFile(this.#scope, file));
    }
  }

  /** Whether each file was stored. What breaks a rule of the store must not stop the others: then each goes alone. */
  async #addFiles(batch: readonly Waiting[]): Promise<readonly boolean[]> {
    try {
      const files = batch.map(({ whole }) => whole);
      const added = await this.#scope.engine.addFiles(this.#scope.actor.person.id, files);
      return added.map((sessions) => sessions !== null);
    } catch (cause) {
      if (stopsImport(cause)) throw cause;
      log.failure('files not stored together', cause, { files: batch.length });
      return batch.map(() => false);
    }
  }
}

async function guarded<Result>(task: FileTask, act: () => Promise<Result>): Promise<Result | ImportedFile> {
  try {
    return await act();
  } catch (cause) {
    if (stopsImport(cause)) throw cause;
    return failedFile(task, cause);
  }
}

function stopsImport(cause: unknown): boolean {
  return (cause instanceof AppError && cause.kind === 'cancelled') || isStoreFault(cause);
}

/** A full disk or a broken store concerns every file: going on would only repeat it. A broken rule is one file's own. */
function isStoreFault(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT');
}
