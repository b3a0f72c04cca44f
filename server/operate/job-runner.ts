import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import type { PersonId } from '../contract/actor.ts';
import type { ImportProgress } from '../contract/import.ts';
import type { ShownJob } from '../contract/source.ts';
import type { Job, JobAnswer, JobMessage, JobResult, LiveResult, LiveWork } from '../engine/child-messages.ts';
import { childGone, startChild } from '../engine/sqlite/child-process.ts';
import { AppError } from '../errors.ts';

export type JobEvent =
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | { readonly type: 'done'; readonly result: JobResult[Job['job']] }
  | { readonly type: 'failed'; readonly failure: AppError };

type Child = { readonly process: ChildProcess; readonly ready: Promise<void> };

type Asked = { readonly resolve: (value: unknown) => void; readonly reject: (cause: AppError) => void };

type Running = {
  readonly jobId: string;
  readonly number: number;
  readonly personId: PersonId;
  readonly job: Job['job'];
  readonly startedMs: number;
  readonly events: EventEmitter;
  progress: ImportProgress | null;
  last: JobEvent | null;
  endedMs: number | null;
};

/** Ended jobs are remembered so long, for a page that looks again. */
const REMEMBER_MS = 3_600_000;
/** Those that nobody is shown may come every second. */
const REMEMBER_HIDDEN_MS = 60_000;
const WATCHERS_MAX = 100;

/** Hands long work to the write child, which does one job after the other, and tells those who started it how far it is. */
export class JobRunner {
  readonly #childFile: string;
  readonly #jobs = new Map<string, Running>();
  readonly #asked = new Map<number, Asked>();
  #child: Child | null = null;
  #lastNumber = 0;

  constructor(childFile: string) {
    this.#childFile = childFile;
  }

  /** Starts a job for a person and gives its id. Throws `busy` when the write child does not come up. */
  async start(personId: PersonId, job: Job): Promise<string> {
    const child = this.#ensureChild();
    await child.ready;
    this.#forgetOld();
    this.#lastNumber += 1;
    const running: Running = {
      jobId: randomBytes(12).toString('base64url'),
      number: this.#lastNumber,
      personId,
      job: job.job,
      startedMs: Date.now(),
      events: new EventEmitter().setMaxListeners(WATCHERS_MAX),
      progress: null,
      last: null,
      endedMs: null,
    };
    this.#jobs.set(running.jobId, running);
    send(child.process, { type: 'start', id: running.number, job });
    return running.jobId;
  }

  /** Starts a job and waits for its end. Throws what it failed with. */
  async run<Kind extends Job['job']>(personId: PersonId, job: Extract<Job, { job: Kind }>): Promise<JobResult[Kind]> {
    const jobId = await this.start(personId, job);
    for await (const event of this.watch(personId, jobId, new AbortController().signal)) {
      if (event.type === 'done') return event.result as JobResult[Kind];
      if (event.type === 'failed') throw event.failure;
    }
    throw childGone();
  }

  /** Has short work done between the transactions of jobs. Throws what it failed with, `busy` when the child ends. */
  async ask<Kind extends LiveWork['work']>(work: Extract<LiveWork, { work: Kind }>): Promise<LiveResult[Kind]> {
    const child = this.#ensureChild();
    await child.ready;
    this.#lastNumber += 1;
    const id = this.#lastNumber;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
    });
    send(child.process, { type: 'live', id, work });
    return (await answered) as LiveResult[Kind];
  }

  /** One's own jobs that run or ended within the hour, newest first. */
  list(personId: PersonId): readonly ShownJob[] {
    this.#forgetOld();
    const own = [...this.#jobs.values()].filter((running) => running.personId === personId);
    return own.toSorted((a, b) => b.number - a.number).flatMap((running) => showJob(running) ?? []);
  }

  /** Events of one's own job, the latest first, until it or the watcher ends. Throws `not-found` for anybody else's. */
  async *watch(personId: PersonId, jobId: string, signal: AbortSignal): AsyncGenerator<JobEvent> {
    const running = this.#own(personId, jobId);
    const { last } = running;
    if (signal.aborted) return;
    if (last !== null && last.type !== 'progress') return yield last;
    // Before the first yield: what comes while the watcher looks away waits here.
    const events = on(running.events, 'event', { signal }) as AsyncIterableIterator<[JobEvent]>;
    try {
      if (last !== null) yield last;
      for await (const [event] of events) {
        yield event;
        if (event.type !== 'progress') return;
      }
    } catch (cause) {
      if (!signal.aborted) throw cause;
    } finally {
      await events.return?.();
    }
  }

  /** Cancels one's own job. What it has committed stays. */
  cancel(personId: PersonId, jobId: string): void {
    const running = this.#own(personId, jobId);
    if (this.#child !== null) send(this.#child.process, { type: 'cancel', id: running.number });
  }

  /** Brings the write child up, which then does what upkeep is left. */
  async wake(): Promise<void> {
    await this.#ensureChild().ready;
  }

  close(): void {
    this.#child?.process.kill('SIGTERM');
  }

  #own(personId: PersonId, jobId: string): Running {
    const running = this.#jobs.get(jobId);
    if (running?.personId === personId) return running;
    throw new AppError('not-found', 'Not found: there is no such job.');
  }

  #ensureChild(): Child {
    if (this.#child !== null) return this.#child;
    const child = startChild(this.#childFile);
    const ready = new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(childGone()));
      child.on('message', (answer: JobAnswer) => (answer.type === 'ready' ? resolve() : this.#onAnswer(answer)));
    });
    ready.catch(() => undefined); // whoever starts a job hears of it
    child.once('exit', () => this.#onExit());
    this.#child = { process: child, ready };
    return this.#child;
  }

  #onAnswer(answer: Exclude<JobAnswer, { type: 'ready' }>): void {
    const asked = this.#asked.get(answer.id);
    if (asked !== undefined) return this.#onAsked(asked, answer);
    const running = [...this.#jobs.values()].find((each) => each.number === answer.id);
    if (running === undefined) return;
    if (answer.type === 'progress') tell(running, { type: 'progress', progress: answer.progress });
    else if (answer.type === 'value') tell(running, { type: 'done', result: answer.value as JobResult[Job['job']] });
    else tell(running, { type: 'failed', failure: new AppError(answer.kind, answer.message) });
  }

  #onAsked(asked: Asked, answer: Exclude<JobAnswer, { type: 'ready' }>): void {
    this.#asked.delete(answer.id);
    if (answer.type === 'value') asked.resolve(answer.value);
    if (answer.type === 'failure') asked.reject(new AppError(answer.kind, answer.message));
  }

  #onExit(): void {
    this.#child = null;
    for (const { reject } of this.#asked.values()) reject(childGone());
    this.#asked.clear();
    for (const running of this.#jobs.values()) {
      if (running.endedMs === null) tell(running, { type: 'failed', failure: childGone() });
    }
  }

  #forgetOld(): void {
    const nowMs = Date.now();
    for (const [jobId, { job, endedMs }] of this.#jobs) {
      const rememberMs = WORK[job] === null ? REMEMBER_HIDDEN_MS : REMEMBER_MS;
      if (endedMs !== null && endedMs <= nowMs - rememberMs) this.#jobs.delete(jobId);
    }
  }
}

/** What a person calls each kind of job. What nobody asked for is not shown. */
const WORK: Readonly<Record<Job['job'], ShownJob['work'] | null>> = {
  import: 'import',
  'import-upload': 'upload',
  samples: 'samples',
  'remove-samples': 'delete',
  delete: 'delete',
  'import-push': null,
  purge: null,
};

function showJob(running: Running): ShownJob | null {
  const { jobId, startedMs, endedMs, progress, last } = running;
  const work = WORK[running.job];
  if (work === null) return null;
  return {
    jobId,
    work,
    startedAtMs: startedMs,
    endedAtMs: endedMs,
    progress,
    report: last?.type === 'done' && 'files' in last.result ? last.result : null,
    failure: last?.type === 'failed' ? last.failure.message : null,
  };
}

function tell(running: Running, event: JobEvent): void {
  running.last = event;
  if (event.type === 'progress') running.progress = event.progress;
  // A clock that was set back must not end work before it began.
  if (event.type !== 'progress') running.endedMs = Math.max(running.startedMs, Date.now());
  running.events.emit('event', event);
}

function send(child: ChildProcess, message: JobMessage): void {
  child.send(message);
}
