import { CANDIDATE_TEXT_MAX, CANDIDATE_TEXT_TOTAL_MAX, type Match, type SearchRequest } from '../../contract/search.ts';
import { phraseCounts } from '../../text/phrase-counts.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import { scoreCandidates } from '../../text/score.ts';
import {
  type Candidate,
  type CandidateQuery,
  eachCandidate,
  type FoundPage,
  type Placed,
  type Scored,
  type SearchAsk,
  secondOf,
} from './candidates.ts';
import { compareHits, orderOf } from './hit-order.ts';
import type { Connection } from './open.ts';
import { type Phrase, type TextCheck, textCheck } from './verify.ts';

/**
 * A page of the newest N visible matches (the oldest N when sorted so), in order. Ranking uses nothing but these matches
 * themselves: no statistics of the index, which would let hidden messages move visible ones.
 */
export function rankedPage(connection: Connection, ask: SearchAsk, weights: RankWeights): FoundPage {
  return pageOf(gather(connection, ask, weights), ask, 'all');
}

/** The page behind the cursor of all that was scored, in order. */
export function pageOf(found: Gathered, ask: SearchAsk, match: Match): FoundPage {
  const { after, group, limit, sort } = ask.request;
  const compare = compareHits(sort);
  const ordered = found.scored.toSorted(compare);
  const placed = group === 'session' ? bestOfEachSession(ordered) : ordered;
  const rest = after === null ? placed : placed.filter((hit) => compare(hit, after.order) > 0);
  const page = rest.slice(0, limit);
  const last = rest.length > page.length ? page.at(-1) : undefined;
  return {
    page,
    next: last === undefined ? null : { order: orderOf(last), newestMs: after?.newestMs ?? found.newestMs, match },
    rankedAmong: found.isCut ? found.scored.length : null,
  };
}

export type Gathered = { readonly scored: readonly Scored[]; readonly isCut: boolean; readonly newestMs: number };

function gather(connection: Connection, ask: SearchAsk, weights: RankWeights): Gathered {
  const { request } = ask;
  const check = textCheck(request.plan.text);
  const isScored = request.sort === 'best' && check.phrases.length > 0;
  const isLater = laterThanPageOne(request);
  const kept: Candidate[] = [];
  let seen = 0;
  let newestMs = 0;
  let textTotal = 0;
  let isCut = false;
  for (const candidate of eachCandidate(connection, queryFor(ask, { check, isScored }))) {
    seen += 1;
    textTotal += candidate.text.length;
    isCut = seen > request.depth || (textTotal > CANDIDATE_TEXT_TOTAL_MAX && seen > 1);
    if (isCut) break;
    newestMs = Math.max(newestMs, candidate.timeMs);
    if (isLater(candidate) || !check.passes(candidate.text)) continue;
    kept.push({ ...candidate, text: candidate.text.slice(0, CANDIDATE_TEXT_MAX) });
  }
  return {
    scored: isScored ? score(kept, check.phrases, weights) : kept.map((each) => ({ ...each, score: 0 })),
    isCut,
    newestMs,
  };
}

function queryFor({ reach, request }: SearchAsk, by: { check: TextCheck; isScored: boolean }): CandidateQuery {
  const isOldest = request.sort === 'oldest';
  return {
    reach,
    plan: request.plan,
    direction: isOldest ? 'oldest' : 'newest',
    fromSecond: null,
    toSecond: isOldest || request.after === null ? null : secondOf(request.after.newestMs),
    limit: request.depth + 1,
    text: by.check.needsText ? 'whole' : by.isScored ? 'start' : 'none',
  };
}

/** What came since page one would move the hits of the pages behind it. From the oldest, it comes last anyway. */
export function laterThanPageOne({ after, sort }: SearchRequest): (candidate: Candidate) => boolean {
  return after === null || sort === 'oldest' ? () => false : (candidate) => candidate.timeMs > after.newestMs;
}

function score(candidates: readonly Candidate[], phrases: readonly Phrase[], weights: RankWeights): readonly Scored[] {
  const counted = candidates.map((candidate) => ({
    lengthInTerms: candidate.termCount,
    counts: phraseCounts(candidate.text, phrases),
    timeMs: candidate.timeMs,
  }));
  const scores = scoreCandidates(counted, weights);
  return candidates.map((candidate, index) => ({ ...candidate, score: scores[index] ?? 0 }));
}

function bestOfEachSession(ordered: readonly Scored[]): readonly Placed[] {
  const matches = new Map<number, number>();
  for (const hit of ordered) matches.set(hit.sessionRowId, (matches.get(hit.sessionRowId) ?? 0) + 1);
  const seen = new Set<number>();
  return ordered.flatMap((hit) => {
    if (seen.has(hit.sessionRowId)) return [];
    seen.add(hit.sessionRowId);
    return [{ ...hit, matchesInSession: matches.get(hit.sessionRowId) ?? 1 }];
  });
}
