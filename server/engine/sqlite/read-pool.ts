import type { ChildProcess } from 'node:child_process';
import type { Caller } from '../../contract/caller.ts';
import { AppError } from '../../errors.ts';
import type { ChildAnswer, ReadCall } from '../child-messages.ts';
import { childGone, startChild } from './child-process.ts';

export type ReadPoolOptions = {
  /** Absolute path of the bundled read child. */
  readonly childFile: string;
  readonly size: number;
  /** A reading that takes longer is ended with its child: SQLite cannot be interrupted here. */
  readonly deadlineMs: number;
};

type Waiting = {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly caller: Caller;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
};

type Worker = {
  readonly child: ChildProcess;
  isReady: boolean;
  job: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout }) | null;
};

/**
 * Runs readings in children, one a caller at a time, in the order they came. A child past its deadline, or whose caller
 * is gone, is killed and replaced: only so does a running statement end.
 */
export class ReadPool {
  readonly #options: ReadPoolOptions;
  readonly #workers = new Set<Worker>();
  #queue: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(options: ReadPoolOptions) {
    this.#options = options;
    for (let count = 0; count < options.size; count += 1) this.#addWorker();
  }

  /** Throws `timeout` past the deadline, `cancelled` when the caller is gone, `busy` when the child died. */
  run(method: string, args: readonly unknown[], caller: Caller): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { method, args, caller, resolve, reject };
      if (this.#isClosed || caller.signal?.aborted === true) return reject(cancelled());
      caller.signal?.addEventListener('abort', () => this.#cancel(waiting), { once: true });
      this.#queue.push(waiting);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(cancelled());
    for (const worker of this.#workers) this.#end(worker, cancelled());
  }

  #addWorker(): void {
    const child = startChild(this.#options.childFile);
    const worker: Worker = { child, isReady: false, job: null };
    this.#workers.add(worker);
    child.on('message', (answer: ChildAnswer) => this.#onAnswer(worker, answer));
    child.on('exit', () => this.#end(worker, childGone()));
    child.on('error', () => this.#end(worker, childGone()));
  }

  #next(): void {
    for (const worker of this.#workers) {
      if (!worker.isReady || worker.job !== null) continue;
      const busy = new Set([...this.#workers].flatMap((each) => (each.job === null ? [] : [each.job.caller.id])));
      const index = this.#queue.findIndex((each) => !busy.has(each.caller.id));
      const [waiting] = index < 0 ? [] : this.#queue.splice(index, 1);
      if (waiting === undefined) return;
      this.#start(worker, waiting);
    }
  }

  #start(worker: Worker, waiting: Waiting): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const timer = setTimeout(() => this.#end(worker, tooSlow(this.#options.deadlineMs)), this.#options.deadlineMs);
    worker.job = { ...waiting, id, timer };
    const call: ReadCall = { id, method: waiting.method, args: waiting.args };
    worker.child.send(call, (problem) => {
      if (problem !== null) this.#end(worker, childGone());
    });
  }

  #onAnswer(worker: Worker, answer: ChildAnswer): void {
    if (answer.type === 'ready') worker.isReady = true;
    else if (worker.job?.id === answer.id) {
      const { resolve, reject } = this.#takeJob(worker);
      if (answer.type === 'value') resolve(answer.value);
      else reject(new AppError(answer.kind, answer.message));
    }
    this.#next();
  }

  #cancel(waiting: Waiting): void {
    if (this.#queue.includes(waiting)) {
      this.#queue = this.#queue.filter((each) => each !== waiting);
      waiting.reject(cancelled());
      return;
    }
    for (const worker of this.#workers) if (worker.job?.resolve === waiting.resolve) this.#end(worker, cancelled());
  }

  #takeJob(worker: Worker): Pick<Waiting, 'resolve' | 'reject'> {
    const job = worker.job;
    worker.job = null;
    if (job !== null) clearTimeout(job.timer);
    return job ?? { resolve: () => undefined, reject: () => undefined };
  }

  /** Ends a child and the job in it; another child takes its place, after a pause when it never became ready. */
  #end(worker: Worker, cause: AppError): void {
    if (!this.#workers.delete(worker)) return;
    this.#takeJob(worker).reject(cause);
    worker.child.removeAllListeners('exit');
    worker.child.kill('SIGKILL');
    if (this.#isClosed) return;
    if (worker.isReady) return this.#addWorker();
    setTimeout(() => this.#isClosed || this.#addWorker(), RESTART_PAUSE_MS).unref();
    // Where no child can start, nobody waits for one: the deadline counts only from the moment a reading runs.
    if ([...this.#workers].every((each) => !each.isReady))
      for (const waiting of this.#queue.splice(0)) waiting.reject(cause);
  }
}

const RESTART_PAUSE_MS = 1000;

function cancelled(): AppError {
  return new AppError('cancelled', 'The search was cancelled.');
}

function tooSlow(deadlineMs: number): AppError {
  return new AppError(
    'timeout',
    `The search took longer than ${deadlineMs / 1000} s and was stopped. Add a rarer word or a filter.`,
  );
}
