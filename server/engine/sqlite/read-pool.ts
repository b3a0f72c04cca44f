import { AppError } from '../../errors.ts';
import { type Asker, type Reading, ReadWorker, type WorkerOptions } from './read-worker.ts';
import { RecentUse } from './recent-use.ts';

export type ReadPoolOptions = Pick<WorkerOptions, 'childFile' | 'deadlineMs'> & {
  /** Children for everybody, and as many at most for heavy people. */
  readonly size: number;
  /** A reading that could not begin for so long is given up. */
  readonly waitMaxMs?: number;
  /** Children for heavy people end when they had nothing to do for so long. */
  readonly idleMs?: number;
  /** Milliseconds of a clock that only rises. */
  readonly now?: () => number;
};

type Waiting = { readonly reading: Reading; readonly timer: NodeJS.Timeout };

const WAIT_MAX_MS = 30_000;
const IDLE_MS = 60_000;
const RESTART_PAUSE_MS = 1000;

/**
 * Runs readings in children, one a caller at a time, in the order they came. Whoever has used much of the children's
 * time lately is heavy: their readings run in other children, at a lower priority, so that alone they are as quick, and
 * beside others they take what is left. A child past its deadline, or whose caller is gone, is killed and replaced.
 */
export class ReadPool {
  readonly #options: Required<ReadPoolOptions>;
  readonly #use = new RecentUse();
  readonly #workers = new Set<ReadWorker>();
  #queue: Waiting[] = [];
  #isClosed = false;
  /** A child in the midst of a statement does not notice that its parent is gone. */
  readonly #endAll = (): void => {
    for (const worker of this.#workers) worker.end(cancelled());
  };

  constructor(options: ReadPoolOptions) {
    this.#options = { waitMaxMs: WAIT_MAX_MS, idleMs: IDLE_MS, now: () => performance.now(), ...options };
    process.once('exit', this.#endAll);
    for (let count = 0; count < options.size; count += 1) this.#addWorker(false);
  }

  /** Throws `timeout` past the deadline, `cancelled` when the caller is gone, `busy` when no child could do it. */
  run(method: string, args: readonly unknown[], asker: Asker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || asker.signal?.aborted === true) return reject(cancelled());
      const reading: Reading = { method, args, asker, resolve, reject };
      asker.signal?.addEventListener('abort', () => this.#cancel(reading), { once: true });
      const timer = setTimeout(() => this.#unqueue(reading)?.reject(crowded()), this.#options.waitMaxMs);
      this.#queue.push({ reading, timer });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    process.removeListener('exit', this.#endAll);
    for (const { reading } of [...this.#queue]) this.#unqueue(reading)?.reject(cancelled());
    this.#endAll();
  }

  #addWorker(isLow: boolean): void {
    const { childFile, deadlineMs, idleMs, now } = this.#options;
    const worker = new ReadWorker(
      { childFile, deadlineMs, isLow, idleMs: isLow ? idleMs : null, now },
      {
        onFree: () => this.#next(),
        onSpent: ({ personId }, ms) => personId !== null && this.#use.add(personId, ms, now()),
        onEnd: (cause) => this.#replace(worker, cause),
      },
    );
    this.#workers.add(worker);
  }

  /** Hands out what waits. Low children come up one after the other, while somebody waits for one. */
  #next(): void {
    for (const worker of this.#workers) {
      const reading = worker.isFree ? this.#choose(worker.isLow) : null;
      if (reading !== null && this.#unqueue(reading) !== null) worker.start(reading);
    }
    const low = [...this.#workers].filter(({ isLow }) => isLow);
    const isOneComing = low.some(({ reading }) => reading === null);
    if (!isOneComing && low.length < this.#options.size && this.#choose(true) !== null) this.#addWorker(true);
  }

  /** What came first; among heavy people, of the one who has used least. */
  #choose(isLow: boolean): Reading | null {
    const running = [...this.#workers].flatMap(({ reading }) => (reading === null ? [] : [reading.asker]));
    const fit = this.#queue.filter(
      ({ reading: { asker } }) =>
        this.#isHeavy(asker) === isLow &&
        !running.some(({ id, personId }) => id === asker.id || (isLow && personId === asker.personId)),
    );
    const order = isLow ? fit.toSorted((a, b) => this.#used(a.reading.asker) - this.#used(b.reading.asker)) : fit;
    return order[0]?.reading ?? null;
  }

  #isHeavy({ personId }: Asker): boolean {
    return personId !== null && this.#use.isHeavy(personId, this.#options.now());
  }

  #used({ personId }: Asker): number {
    return personId === null ? 0 : this.#use.of(personId, this.#options.now());
  }

  #cancel(reading: Reading): void {
    this.#unqueue(reading)?.reject(cancelled());
    for (const worker of this.#workers) if (worker.reading === reading) worker.cancel(cancelled());
  }

  /** The reading, when it still waited. */
  #unqueue(reading: Reading): Reading | null {
    const waiting = this.#queue.find((each) => each.reading === reading);
    if (waiting === undefined) return null;
    clearTimeout(waiting.timer);
    this.#queue = this.#queue.filter((each) => each !== waiting);
    return reading;
  }

  /** After a child: another, with a pause when it never came up. */
  #replace(worker: ReadWorker, cause: AppError): void {
    const { isLow, isReady } = worker;
    this.#workers.delete(worker);
    const restart = (): void => {
      if (this.#isClosed) return;
      if (isLow) this.#next();
      else this.#addWorker(false);
    };
    if (isReady) return restart();
    setTimeout(restart, RESTART_PAUSE_MS).unref();
    // Where no child can start, nobody waits for one.
    if ([...this.#workers].some((each) => each.isLow === isLow && each.isReady)) return;
    const left = this.#queue.filter(({ reading }) => this.#isHeavy(reading.asker) === isLow);
    for (const { reading } of left) this.#unqueue(reading)?.reject(cause);
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The search was cancelled.');
}

function crowded(): AppError {
  return new AppError('busy', 'The server is busy with other searches. Try again in a moment.');
}
