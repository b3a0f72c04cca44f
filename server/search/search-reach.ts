import type { Reach } from '../contract/actor.ts';
import type { QueryPlan } from '../contract/query.ts';
import { AppError } from '../errors.ts';
import { toolReach } from '../visibility/policy.ts';
import type { ReadScope } from '../visibility/scope.ts';

/**
 * What a query may look into: the scope's reach, or less. Refuses what is for people only, since an agent recalls what
 * counts, not what was taken back. Throws `bad-input` for `branch:any`, `forbidden` for `in:tools` of a token.
 */
export function searchReach({ actor, reach }: ReadScope, plan: QueryPlan): Reach {
  if (actor.type === 'token' && plan.includesOtherBranches) {
    throw new AppError(
      'bad-input',
      '`branch:any` is for people. Leave it out: a token searches the active branches only.',
    );
  }
  return plan.searchesTools ? toolReach(actor, reach) : reach;
}
