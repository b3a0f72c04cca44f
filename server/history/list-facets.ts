import type { FacetsInput, FacetsReply } from '../contract/facets.ts';
import { countFacets } from '../search/count-facets.ts';
import type { SearchMoment } from '../search/search-messages.ts';
import type { ReadScope } from '../visibility/scope.ts';

/** What the scope's sessions can be filtered by, or with a query what its matches can be narrowed by. Throws as `countFacets`. */
export async function listFacets(scope: ReadScope, input: FacetsInput, at: SearchMoment): Promise<FacetsReply> {
  if (input.query !== undefined) return countFacets(scope, input, at);
  const facets = await scope.engine.facets(scope.reach);
  // Every session has one kind.
  const counted = facets.find(({ name }) => name === 'kind')?.values.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return { of: 'sessions', facets, counted, partial: false, match: 'all', otherBranches: null };
}
