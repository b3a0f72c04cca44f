import { EventEmitter } from 'node:events';
import type { Actor } from '../contract/actor.ts';
import type { AppendInput, AppendReply, MoveLeafInput } from '../contract/append.ts';
import { AppError } from '../errors.ts';
import type { JobRunner } from './job-runner.ts';

/** Calls that wait: of one person, and of all together. */
const WAITING_OF_ONE_MAX = 16;
const WAITING_MAX = 64;
/** Streams that one person may hold open, in all their windows. */
const FOLLOWING_OF_ONE_MAX = 8;

/** Hands appends to the write child, few at a time for each person, and tells those who follow that something changed. */
export class LiveLane {
  /** Emits `changed` with the opaque id of a session that was appended to. What imports write is not told here. */
  readonly events = new EventEmitter().setMaxListeners(0);
  readonly #jobs: Pick<JobRunner, 'ask'>;
  readonly #waiting = new Map<number, number>();
  readonly #following = new Map<number, number>();
  #total = 0;

  constructor(jobs: Pick<JobRunner, 'ask'>) {
    this.#jobs = jobs;
  }

  /** Throws `limited` when too many calls of this person wait, and what `appendRecords` throws. */
  async append(actor: Actor, input: AppendInput): Promise<AppendReply> {
    const reply = await this.#inTurn(actor, () => this.#jobs.ask({ work: 'append', actor, input }));
    this.events.emit('changed', reply.sessionId);
    return reply;
  }

  async moveLeaf(actor: Actor, input: MoveLeafInput): Promise<void> {
    await this.#inTurn(actor, () => this.#jobs.ask({ work: 'move-leaf', actor, input }));
  }

  async close(actor: Actor, input: { readonly session: string }): Promise<void> {
    await this.#inTurn(actor, () => this.#jobs.ask({ work: 'close', actor, input }));
  }

  /** Counts a stream that somebody opens, until it is called back. Throws `limited`. */
  startFollowing({ person }: Actor): () => void {
    if ((this.#following.get(person.id) ?? 0) >= FOLLOWING_OF_ONE_MAX)
      throw new AppError('limited', `More than ${FOLLOWING_OF_ONE_MAX} windows follow a session. Close one of them.`);
    count(this.#following, person.id, 1);
    return () => count(this.#following, person.id, -1);
  }

  async #inTurn<Result>({ person }: Actor, act: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(person.id) ?? 0;
    if (waiting >= WAITING_OF_ONE_MAX || this.#total >= WAITING_MAX)
      throw new AppError('limited', `More than ${WAITING_OF_ONE_MAX} calls wait to be written. Send this one again.`);
    this.#total += 1;
    count(this.#waiting, person.id, 1);
    try {
      return await act();
    } finally {
      this.#total -= 1;
      count(this.#waiting, person.id, -1);
    }
  }
}

function count(counts: Map<number, number>, personId: number, by: 1 | -1): void {
  const value = (counts.get(personId) ?? 0) + by;
  if (value === 0) counts.delete(personId);
  else counts.set(personId, value);
}
