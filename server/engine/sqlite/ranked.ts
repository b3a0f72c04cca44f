import { CANDIDATE_TEXT_MAX, CANDIDATE_TEXT_TOTAL_MAX, type Match, type SearchRequest } from '../../contract/search.ts';
import { phraseCounts } from '../../text/phrase-counts.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import { roundScore, scoreCandidates } from '../../text/score.ts';
import { type Candidate, type CandidateQuery, type Matched, secondOf } from './candidate-query.ts';
import { eachCandidate, type FoundPage, type Placed, type Scored, type SearchAsk } from './candidates.ts';
import { compareHits, orderOf } from './hit-order.ts';
import type { Connection } from './open.ts';
import { type TextCheck, textCheck } from './verify.ts';

/**
 * A page of the newest N visible matches (the oldest N when sorted so), in order. Ranking uses nothing but these matches
 * themselves: no statistics of the index, which would let hidden messages move visible ones.
 */
export function rankedPage(connection: Connection, ask: SearchAsk, weights: RankWeights): FoundPage {
  return pageOf(gather(connection, ask, weights), ask, { match: 'all', secondInSession: 0 });
}

/** How the hits of a page were matched, and what the second best one of a session adds to its place. */
type PageRule = { readonly match: Match; readonly secondInSession: number };

/** The page behind the cursor of all that was scored, in order. */
export function pageOf(found: Gathered, ask: SearchAsk, { match, secondInSession }: PageRule): FoundPage {
  const { after, group, limit, sort } = ask.request;
  const compare = compareHits(sort);
  const placed = group === 'session' ? bestOfEachSession(found.scored, { compare, secondInSession }) : found.scored;
  const rest = (after === null ? placed : placed.filter((hit) => compare(hit, after.order) > 0)).toSorted(compare);
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
  const looked = lookAt(eachCandidate(connection, queryFor(ask, { check, isScored })), request, (text) =>
    check.passes(text) ? (isScored ? phraseCounts(startOf(text), check.phrases) : []) : null,
  );
  const { kept, isCut, newestMs } = looked;
  return {
    scored: isScored ? score(kept, weights) : kept.map(({ candidate }) => ({ ...candidate, score: 0 })),
    isCut,
    newestMs,
  };
}

/** A match that counts, and what was found in its text. */
export type Kept<Found> = { readonly candidate: Candidate; readonly found: Found };

/**
 * Looks at matches in order until there are more than the request's depth or their texts are too much, and keeps what
 * `find` makes of each one's text; null drops it.
 */
export function lookAt<Found>(
  matches: Iterable<Matched>,
  request: SearchRequest,
  find: (text: string) => Found | null,
): { readonly kept: readonly Kept<Found>[]; readonly isCut: boolean; readonly newestMs: number } {
  const isLater = laterThanPageOne(request);
  const kept: Kept<Found>[] = [];
  let seen = 0;
  let newestMs = 0;
  let textTotal = 0;
  for (const { candidate, text } of matches) {
    seen += 1;
    textTotal += text.length;
    if (seen > request.depth || (textTotal > CANDIDATE_TEXT_TOTAL_MAX && seen > 1))
      return { kept, isCut: true, newestMs };
    newestMs = Math.max(newestMs, candidate.timeMs);
    const found = isLater(candidate) ? null : find(text);
    if (found !== null) kept.push({ candidate, found });
  }
  return { kept, isCut: false, newestMs };
}

/** The part of a text that ranking looks at. */
export function startOf(text: string): string {
  return text.slice(0, CANDIDATE_TEXT_MAX);
}

function queryFor(
  { reach, request, readToolText }: SearchAsk,
  by: { check: TextCheck; isScored: boolean },
): CandidateQuery {
  const isOldest = request.sort === 'oldest';
  return {
    reach,
    plan: request.plan,
    readToolText,
    direction: isOldest ? 'oldest' : 'newest',
    fromSecond: null,
    toSecond: isOldest || request.after === null ? null : secondOf(request.after.newestMs),
    limit: request.depth + 1,
    text: by.check.needsText ? 'whole' : by.isScored ? 'start' : 'none',
  };
}

/** What came since page one would move the hits of the pages behind it. From the oldest, it comes last anyway. */
function laterThanPageOne({ after, sort }: SearchRequest): (candidate: Candidate) => boolean {
  return after === null || sort === 'oldest' ? () => false : (candidate) => candidate.timeMs > after.newestMs;
}

function score(kept: readonly Kept<readonly number[]>[], weights: RankWeights): readonly Scored[] {
  const scores = scoreCandidates(
    kept.map(({ candidate, found }) => ({
      lengthInTerms: candidate.termCount,
      counts: found,
      timeMs: candidate.timeMs,
    })),
    weights,
  );
  return kept.map(({ candidate }, index) => ({ ...candidate, score: scores[index] ?? 0 }));
}

type SessionRule = { readonly compare: (a: Scored, b: Scored) => number; readonly secondInSession: number };

/** The best hit of each session, with the number of all in it; in no order. */
function bestOfEachSession(hits: readonly Scored[], { compare, secondInSession }: SessionRule): readonly Placed[] {
  const sessions = new Map<number, { best: Scored; secondScore: number; matches: number }>();
  for (const hit of hits) {
    const session = sessions.get(hit.sessionRowId);
    if (session === undefined) {
      sessions.set(hit.sessionRowId, { best: hit, secondScore: 0, matches: 1 });
      continue;
    }
    const [best, other] = compare(hit, session.best) < 0 ? [hit, session.best] : [session.best, hit];
    session.best = best;
    session.secondScore = Math.max(session.secondScore, other.score);
    session.matches += 1;
  }
  return [...sessions.values()].map(({ best, secondScore, matches }) => ({
    ...best,
    score: roundScore(best.score + secondInSession * secondScore),
    matchesInSession: matches,
  }));
}
