import { Worker } from 'node:worker_threads';
import type { SessionId } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import type { NewEntry, SaveRef, WholeFile } from '../save-types.ts';
import { type FilesOwner, packFile } from './add-files.ts';
import { packRecords } from './blocks.ts';
import type { BulkAnswer, BulkCall, BulkSettings, BulkWork } from './bulk-messages.ts';
import { toColumns } from './entry-columns.ts';

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (cause: unknown) => void };

export type BulkThreadPlace = {
  /** Absolute path of the bundled thread. */
  readonly file: string;
  /** Fewer entries are not worth a thread; 2,000 when it is left out. */
  readonly entriesMin?: number;
};

/** Fewer entries are stored where they are: starting the thread would take longer. */
const ENTRIES_MIN = 2000;

/**
 * A thread with a connection of its own that does the transactions of large imports, so that the next files are read
 * meanwhile. It does them one after the other, in the order of the calls, and is started by the first large one.
 */
export class BulkThread {
  readonly #place: BulkThreadPlace;
  readonly #settings: BulkSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  #packed: Promise<unknown> = Promise.resolve();

  constructor(place: BulkThreadPlace, settings: BulkSettings) {
    this.#place = place;
    this.#settings = settings;
  }

  /** Whether so many entries are for the thread: once it runs, all are, since order counts. */
  takes(entries: number): boolean {
    return this.#worker !== null || entries >= (this.#place.entriesMin ?? ENTRIES_MIN);
  }

  async addEntries(to: { save: SaveRef; sourceId: number }, entries: readonly NewEntry[]): Promise<void> {
    await this.#run(async () => {
      const blocks = await packRecords(entries.map((each) => each.record.bytes));
      return { method: 'addEntries', to, columns: toColumns(entries), blocks };
    });
  }

  async addFiles(
    owner: Omit<FilesOwner, 'secret'>,
    files: readonly WholeFile[],
  ): Promise<readonly (readonly SessionId[] | null)[]> {
    const added = await this.#run(async () => {
      const packed = [];
      for (const file of files) packed.push(await packFile(file));
      return { method: 'addFiles', owner, files: packed };
    });
    return added as readonly (readonly SessionId[] | null)[];
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    worker.removeAllListeners('exit');
    const closed = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage(null);
    await closed;
  }

  /** Work is packed one after the other as well: in turns it would come in another order. */
  #run(pack: () => Promise<BulkWork>): Promise<unknown> {
    this.#worker ??= this.#start();
    const work = this.#packed.then(pack);
    this.#packed = work.catch(() => undefined);
    return work.then((ready) => this.#send(ready));
  }

  #send(work: BulkWork): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id: this.#lastId, work } satisfies BulkCall);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#place.file, { workerData: this.#settings });
    worker.on('message', (answer: BulkAnswer) => this.#onAnswer(worker, answer));
    worker.on('error', (cause) => this.#onEnd(cause));
    worker.on('exit', () => this.#onEnd(new AppError('broken', 'The thread that stores transcripts ended.')));
    return worker;
  }

  #onAnswer(worker: Worker, answer: BulkAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // A process with nothing else to do may end while the thread is idle.
    if (this.#waiting.size === 0) worker.unref();
    if (answer.type === 'value') waiting?.resolve(answer.value);
    else waiting?.reject(causeOf(answer));
  }

  #onEnd(cause: unknown): void {
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(cause);
    this.#waiting.clear();
  }
}

/** Only name and text of an error cross: what callers ask about is put back. */
function causeOf({ kind, code, message }: BulkAnswer & { type: 'failure' }): Error {
  if (kind !== null) return new AppError(kind, message);
  return Object.assign(new Error(message), code === null ? {} : { code });
}
