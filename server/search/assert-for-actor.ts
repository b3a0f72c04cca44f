import type { Actor } from '../contract/actor.ts';
import type { QueryPlan } from '../contract/query.ts';
import { AppError } from '../errors.ts';

/** Refuses what is for people only: an agent recalls what counts, not what was taken back. Throws `bad-input`. */
export function assertForActor(actor: Actor, plan: QueryPlan): void {
  if (actor.type === 'token' && plan.includesOtherBranches) {
    throw new AppError(
      'bad-input',
      '`branch:any` is for people. Leave it out: a token searches the active branches only.',
    );
  }
}
