import type { QueryPlan } from '../contract/query.ts';
import type { ReadScope } from '../visibility/scope.ts';

/**
 * Whether a caller is told how many matches lie off the active branches: people are, where they do not search them anyway.
 * The index of tools has no word for it.
 */
export function countsOtherBranches({ actor }: ReadScope, plan: QueryPlan): boolean {
  return actor.type === 'person' && !plan.includesOtherBranches && !plan.searchesTools;
}
