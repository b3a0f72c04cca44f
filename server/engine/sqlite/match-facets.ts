import type { Reach } from '../../contract/actor.ts';
import type { MatchFacets, MatchFacetsRequest } from '../../contract/facets.ts';
import { CANDIDATE_TEXT_TOTAL_MAX, CANDIDATES_MAX, type SearchRequest } from '../../contract/search.ts';
import { openMonths } from '../../text/month-of.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import type { ReadToolText } from './candidate-query.ts';
import { eachCandidate, type SearchAsk } from './candidates.ts';
import type { Connection } from './open.ts';
import { countOtherBranches } from './other-branches.ts';
import { partialMatches } from './partial.ts';
import { openTally } from './tally.ts';
import { textCheck } from './verify.ts';

export type FacetsAsk = {
  readonly reach: Reach;
  readonly request: MatchFacetsRequest;
  readonly readToolText: ReadToolText;
};
type Counted = Pick<MatchFacets, 'facets' | 'counted' | 'isPartial'>;

/** What all visible matches of a query can be narrowed by; where none holds all words, those that a search would show. */
export function matchFacets(connection: Connection, ask: FacetsAsk, weights: RankWeights): MatchFacets {
  const { reach, request } = ask;
  const { plan, loose } = request;
  const otherBranches = request.countsOtherBranches ? countOtherBranches(connection, { reach, plan }) : null;
  const all = countAll(connection, ask);
  if (all.counted > 0 || all.isPartial || loose === null) return { ...all, match: 'all', otherBranches };
  const some = countSome(connection, ask, weights);
  return { ...some, match: some.counted > 0 ? 'some' : 'all', otherBranches };
}

/** From the newest on. Where the index cannot decide, texts are read, up to the bound that a search has. */
function countAll(connection: Connection, { reach, request, readToolText }: FacetsAsk): Counted {
  const { plan, timeZone } = request;
  const check = textCheck(plan.text);
  const text = check.needsText ? 'whole' : 'none';
  const range = { fromSecond: null, toSecond: null, direction: 'newest', limit: request.limit + 1 } as const;
  const tally = openTally(openMonths(timeZone));
  let seen = 0;
  let counted = 0;
  let characters = 0;
  let isPartial = false;
  for (const match of eachCandidate(connection, { reach, plan, readToolText, text, ...range })) {
    seen += 1;
    characters += match.text.length;
    isPartial = seen > request.limit || (characters > CANDIDATE_TEXT_TOTAL_MAX && seen > 1);
    if (isPartial) break;
    if (!check.passes(match.text)) continue;
    tally.add(match.candidate);
    counted += 1;
  }
  return { facets: tally.facets(connection, reach), counted, isPartial };
}

/** The very messages that a search for some of the words ranks. */
function countSome(connection: Connection, ask: FacetsAsk, weights: RankWeights): Counted {
  const { reach, request } = ask;
  const { plan, loose, timeZone } = request;
  const tally = openTally(openMonths(timeZone));
  const found = loose === null ? null : partialMatches(connection, { loose, ask: searchFor(ask, plan), weights });
  for (const match of found?.scored ?? []) tally.add(match);
  return {
    facets: tally.facets(connection, reach),
    counted: found?.scored.length ?? 0,
    isPartial: found?.isCut ?? false,
  };
}

function searchFor({ reach, readToolText }: FacetsAsk, plan: MatchFacetsRequest['plan']): SearchAsk {
  const request: SearchRequest = {
    plan,
    sort: 'best',
    group: 'message',
    limit: 1,
    depth: CANDIDATES_MAX,
    loose: null,
    after: null,
    countsOtherBranches: false,
    name: null,
  };
  return { reach, request, readToolText };
}
