import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { PersonId } from '../../contract/actor.ts';
import type { Caller } from '../../contract/caller.ts';
import { AppError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { ReadAnswer, ReadCall } from '../child-messages.ts';
import { childGone, startChild } from './child-process.ts';

/** Who waits, and whose share of the children's time it takes: of a token its person's; null: nobody's. */
export type Asker = Caller & { readonly personId: PersonId | null };

export type Reading = {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly asker: Asker;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
};

export type WorkerOptions = {
  /** Absolute path of the bundled read child. */
  readonly childFile: string;
  /** A reading that takes longer is ended with its child: SQLite cannot be interrupted here. */
  readonly deadlineMs: number;
  /** The operating system lets others go first, for good: a process may not raise its priority again. */
  readonly isLow: boolean;
  /** A child without work ends after so long; null: never. */
  readonly idleMs: number | null;
  readonly now: () => number;
};

export type WorkerEvents = {
  /** The child can take a reading. */
  readonly onFree: () => void;
  /** A reading left the child, and had used so much of it: processor time, or all its time where it was stopped. */
  readonly onSpent: (asker: Asker, ms: number) => void;
  /** The child is no more, and the reading in it was rejected. */
  readonly onEnd: (cause: AppError) => void;
};

/** Most readings end sooner than a new child starts: one that nobody waits for any more may go on so long. */
const CANCELLED_GRACE_MS = 100;
/** What a reading costs besides, when its child has to be replaced. */
const REPLACED_MS = 300;

/** A read child, and the reading in it. */
export class ReadWorker {
  readonly isLow: boolean;
  readonly #options: WorkerOptions;
  readonly #events: WorkerEvents;
  readonly #child: ChildProcess;
  #isReady = false;
  #isEnded = false;
  #reading: Reading | null = null;
  #startedMs = 0;
  #lastId = 0;
  /** What ends the child: the deadline of its reading, or a long rest. */
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkerOptions, events: WorkerEvents) {
    this.isLow = options.isLow;
    this.#options = options;
    this.#events = events;
    this.#child = startChild(options.childFile);
    if (options.isLow) lowerPriority(this.#child);
    this.#child.on('message', (answer: ReadAnswer) => this.#onAnswer(answer));
    this.#child.on('exit', () => this.end(childGone()));
    this.#child.on('error', () => this.end(childGone()));
  }

  /** True once the child has come up. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get isFree(): boolean {
    return this.#isReady && this.#reading === null;
  }

  get reading(): Reading | null {
    return this.#reading;
  }

  /** Only for a child that is free. */
  start(reading: Reading): void {
    const { deadlineMs, now } = this.#options;
    this.#reading = reading;
    this.#startedMs = now();
    this.#lastId += 1;
    this.#endAfter(deadlineMs, tooSlow(deadlineMs));
    const call: ReadCall = { id: this.#lastId, method: reading.method, args: reading.args };
    this.#child.send(call, (problem) => {
      if (problem !== null) this.end(childGone());
    });
  }

  /** Rejects the reading at once; the child may still finish it. */
  cancel(cause: AppError): void {
    this.#reading?.reject(cause);
    this.#endAfter(CANCELLED_GRACE_MS, cause);
  }

  /** Ends the child, and the reading in it with this cause: only so does a running statement end. */
  end(cause: AppError): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
    this.#takeReading(this.#options.now() - this.#startedMs + REPLACED_MS)?.reject(cause);
    this.#events.onEnd(cause);
  }

  #onAnswer(answer: ReadAnswer): void {
    if (this.#isEnded) return;
    if (answer.type === 'ready') this.#isReady = true;
    else {
      const reading = this.#takeReading(answer.cpuMs);
      if (answer.type === 'value') reading?.resolve(answer.value);
      else reading?.reject(new AppError(answer.kind, answer.message));
    }
    const { idleMs } = this.#options;
    if (idleMs !== null) this.#endAfter(idleMs, childGone());
    this.#events.onFree();
  }

  #takeReading(spentMs: number): Reading | null {
    const reading = this.#reading;
    this.#reading = null;
    clearTimeout(this.#timer);
    if (reading !== null) this.#events.onSpent(reading.asker, spentMs);
    return reading;
  }

  #endAfter(ms: number, cause: AppError): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(cause), ms);
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (cause) {
    log.failure('a read child keeps its priority', cause);
  }
}

function tooSlow(deadlineMs: number): AppError {
  return new AppError(
    'timeout',
    `The search took longer than ${deadlineMs / 1000} s and was stopped. Add a rarer word or a filter.`,
  );
}
