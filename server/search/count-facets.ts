import { type FacetsInput, type FacetsReply, facetsInput, MATCHES_COUNTED_MAX } from '../contract/facets.ts';
import { loosenQuery } from '../query/loosen.ts';
import { readQuery } from '../query/plan.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { callerId } from './caller-id.ts';
import { countsOtherBranches } from './other-branches.ts';
import type { SearchMoment } from './search-messages.ts';
import { searchReach } from './search-reach.ts';

/**
 * What the matches of a query can be narrowed by, each value with its matches. Counts all that the scope may see, up to a
 * bound that the reply tells of. Throws as `searchMessages`, and `timeout` past the same deadline.
 */
export async function countFacets(scope: ReadScope, input: FacetsInput, at: SearchMoment): Promise<FacetsReply> {
  const { query = '', timeZone, match, lastWordIsPrefix } = facetsInput.parse(input);
  const { plan, tree } = readQuery(query, { nowMs: at.nowMs, timeZone, lastWordIsPrefix });
  const found = await scope.engine.matchFacets(
    searchReach(scope, plan),
    {
      plan,
      loose: match === 'some' && !plan.searchesTools ? loosenQuery(tree) : null,
      limit: MATCHES_COUNTED_MAX,
      timeZone,
      countsOtherBranches: countsOtherBranches(scope, plan),
    },
    { id: callerId(scope.actor), signal: at.signal },
  );
  const { facets, counted, otherBranches } = found;
  return { of: 'matches', facets, counted, partial: found.isPartial, match: found.match, otherBranches };
}
