import { Worker } from 'node:worker_threads';
import type { SessionId } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import type { NewEntry, SaveRef, WholeFile } from '../save-types.ts';
import { type FilesOwner, packFiles } from './add-files.ts';
import { packRecords } from './blocks.ts';
import type { BulkAnswer, BulkCall, BulkSettings, BulkWork } from './bulk-messages.ts';
import { toColumns } from './entry-columns.ts';

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (cause: unknown) => void };
type Running = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

export type BulkThreadPlace = {
  /** Absolute path of the bundled thread. */
  readonly file: string;
  /** Fewer entries are not worth a thread; 2,000 when it is left out. */
  readonly entriesMin?: number;
};

/** Fewer entries are stored where they are: starting the thread would take longer. */
const ENTRIES_MIN = 2000;
/** A server lives long, and imports now and then: the thread's memory is given back between two of them. */
const IDLE_MS = 10_000;

/**
 * A thread with a connection of its own that does the transactions of large imports, so that the next files are read
 * meanwhile. It does them one after the other, in the order of the calls, and is started by the first large one.
 */
export class BulkThread {
  readonly #place: BulkThreadPlace;
  readonly #settings: BulkSettings;
  #running: Running | null = null;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;
  #posted: Promise<unknown> = Promise.resolve();

  constructor(place: BulkThreadPlace, settings: BulkSettings) {
    this.#place = place;
    this.#settings = settings;
  }

  /** Whether so many entries are for the thread: once it runs, all are, since order counts. */
  takes(entries: number): boolean {
    return this.#running !== null || entries >= (this.#place.entriesMin ?? ENTRIES_MIN);
  }

  async addEntries(to: { save: SaveRef; sourceId: number }, entries: readonly NewEntry[]): Promise<void> {
    await this.#run(async () => {
      const [blocks] = await packRecords([entries.map((each) => each.record.bytes)]);
      return {
        method: 'addEntries',
        to,
        columns: toColumns(entries, { findsTerms: this.#isBusy() }),
        blocks: blocks ?? [],
      };
    });
  }

  async addFiles(
    owner: Omit<FilesOwner, 'secret'>,
    files: readonly WholeFile[],
  ): Promise<readonly (readonly SessionId[] | null)[]> {
    const added = await this.#run(async () => ({
      method: 'addFiles',
      owner,
      files: await packFiles(files, () => this.#isBusy()),
    }));
    return added as readonly (readonly SessionId[] | null)[];
  }

  /** After all that was asked of it. The next call starts another one. */
  async close(): Promise<void> {
    await this.#posted;
    const running = this.#running;
    this.#running = null;
    clearTimeout(this.#idle);
    if (running === null) return;
    const closed = new Promise((resolve) => running.worker.once('exit', resolve));
    running.worker.ref();
    running.worker.postMessage(null);
    await closed;
  }

  /** One that has nothing to do finds index terms itself: then the one that reads is behind. */
  #isBusy(): boolean {
    return this.#running !== null && this.#running.waiting.size > 0;
  }

  /** Work is packed one after the other as well: in turns it would come in another order. */
  #run(pack: () => Promise<BulkWork>): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#running ??= this.#start();
    const posted = this.#posted.then(pack).then((work) => this.#post(work));
    this.#posted = posted.catch(() => undefined);
    return posted.then(({ answer }) => answer);
  }

  /** The answer in an object, or whoever waits for the post would wait for the answer. */
  #post(work: BulkWork): { readonly answer: Promise<unknown> } {
    this.#running ??= this.#start();
    const { worker, waiting } = this.#running;
    this.#lastId += 1;
    const call: BulkCall = { id: this.#lastId, work };
    const answer = new Promise((resolve, reject) => waiting.set(call.id, { resolve, reject }));
    worker.ref();
    worker.postMessage(call, buffersOf(work));
    return { answer };
  }

  #start(): Running {
    const running: Running = {
      worker: new Worker(this.#place.file, { workerData: this.#settings }),
      waiting: new Map(),
    };
    running.worker.on('message', (answer: BulkAnswer) => this.#onAnswer(running, answer));
    running.worker.on('error', (cause) => this.#onEnd(running, cause));
    running.worker.on('exit', () => this.#onEnd(running, new AppError('broken', 'The thread that stores ended.')));
    return running;
  }

  #onAnswer({ worker, waiting }: Running, answer: BulkAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) {
      // A process with nothing else to do may end while the thread is idle.
      worker.unref();
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
    if (answer.type === 'value') asked?.resolve(answer.value);
    else asked?.reject(causeOf(answer));
  }

  #onEnd(running: Running, cause: unknown): void {
    if (this.#running === running) this.#running = null;
    for (const { reject } of running.waiting.values()) reject(cause);
    running.waiting.clear();
  }
}

/** What is moved to the thread, not copied: it is not needed here any more. */
function buffersOf(work: BulkWork): readonly ArrayBuffer[] {
  const parts = work.method === 'addEntries' ? [work] : work.files.flatMap((file) => file.sessions);
  return parts.flatMap(({ columns, blocks }) => [columns.numbers.buffer, ...blocks.map(({ data }) => data.buffer)]);
}

/** Only name and text of an error cross: what callers ask about is put back. */
function causeOf({ kind, code, message }: BulkAnswer & { type: 'failure' }): Error {
  if (kind !== null) return new AppError(kind, message);
  return Object.assign(new Error(message), code === null ? {} : { code });
}
