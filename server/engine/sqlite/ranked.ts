import { CANDIDATE_TEXT_MAX, CANDIDATE_TEXT_TOTAL_MAX, type Match, type SearchRequest } from '../../contract/search.ts';
import { phraseCounts } from '../../text/phrase-counts.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import { roundScore, scoreCandidates } from '../../text/score.ts';
import { type Candidate, type CandidateQuery, type Matched, secondOf } from './candidate-query.ts';
import { eachCandidate, type FoundPage, type Scored, type SearchAsk, withScore } from './candidates.ts';
import { compareHits, orderOf } from './hit-order.ts';
import { requiredPhrases } from './once.ts';
import type { Connection } from './open.ts';
import { type TextCheck, textCheck } from './verify.ts';

/**
 * A page of the newest N visible matches (the oldest N when sorted so), in order. Ranking uses nothing but these matches
 * themselves: no statistics of the index, which would let hidden messages move visible ones.
 */
export function rankedPage(connection: Connection, ask: SearchAsk, given: RankedBy): FoundPage {
  return pageOf(gather(connection, ask, given), ask, { match: 'all', secondInSession: 0 });
}

/** `matches`: all there are, in order, where somebody has read them already. */
type RankedBy = { readonly weights: RankWeights; readonly matches: readonly Matched[] | null };

/** How the hits of a page were matched, and what the second best one of a session adds to its place. */
type PageRule = { readonly match: Match; readonly secondInSession: number };

/** The page behind the cursor of all that was scored, in order. */
export function pageOf(found: Gathered, ask: SearchAsk, { match, secondInSession }: PageRule): FoundPage {
  const { after, group, limit, sort } = ask.request;
  const compare = compareHits(sort);
  const sessions = group === 'session' ? bySession(found.scored, { compare, secondInSession }) : null;
  const placed = sessions === null ? found.scored : [...sessions.values()].map((session) => session.best);
  const rest = (after === null ? placed : placed.filter((hit) => compare(hit, after.order) > 0)).toSorted(compare);
  const page = rest.slice(0, limit).map((hit) => {
    const matchesInSession = sessions?.get(hit.sessionRowId)?.matches;
    return matchesInSession === undefined ? hit : { ...hit, matchesInSession };
  });
  const last = rest.length > page.length ? page.at(-1) : undefined;
  return {
    page,
    next: last === undefined ? null : { order: orderOf(last), newestMs: after?.newestMs ?? found.newestMs, match },
    rankedAmong: found.isCut ? found.scored.length : null,
  };
}

export type Gathered = { readonly scored: readonly Scored[]; readonly isCut: boolean; readonly newestMs: number };

function gather(connection: Connection, ask: SearchAsk, { weights, matches }: RankedBy): Gathered {
  const { request } = ask;
  const check = textCheck(request.plan.text);
  const isScored = scores(request, check);
  const onceEach = check.phrases.map(() => 1);
  // What a match must hold it holds, if not in the part that is looked at.
  const least = request.plan.text !== null && requiredPhrases(request.plan.text) !== null ? 1 : 0;
  const looked = lookAt(
    matches ?? eachCandidate(connection, rankedQuery(ask, check)),
    request,
    ({ text, hasEachOnce }) => {
      if (hasEachOnce) return onceEach;
      if (!check.passes(text)) return null;
      return isScored ? phraseCounts(startOf(text), check.phrases).map((count) => Math.max(count, least)) : [];
    },
  );
  const { kept, isCut, newestMs } = looked;
  return {
    scored: isScored ? score(kept, weights) : kept.map(({ candidate }) => withScore(candidate, 0)),
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
  find: (match: Matched) => Found | null,
): { readonly kept: readonly Kept<Found>[]; readonly isCut: boolean; readonly newestMs: number } {
  const isLater = laterThanPageOne(request);
  const kept: Kept<Found>[] = [];
  let seen = 0;
  let newestMs = 0;
  let textTotal = 0;
  for (const match of matches) {
    const { candidate, text } = match;
    seen += 1;
    textTotal += text.length;
    if (seen > request.depth || (textTotal > CANDIDATE_TEXT_TOTAL_MAX && seen > 1))
      return { kept, isCut: true, newestMs };
    newestMs = Math.max(newestMs, candidate.timeMs);
    const found = isLater(candidate) ? null : find(match);
    if (found !== null) kept.push({ candidate, found });
  }
  return { kept, isCut: false, newestMs };
}

/** The part of a text that ranking looks at. */
export function startOf(text: string): string {
  return text.slice(0, CANDIDATE_TEXT_MAX);
}

function scores({ sort }: SearchRequest, check: TextCheck): boolean {
  return sort === 'best' && check.phrases.length > 0;
}

/** The newest matches (the oldest, when sorted so), with as much of their texts as ranking asks for. */
export function rankedQuery({ reach, request, readToolText }: SearchAsk, check: TextCheck): CandidateQuery {
  const isOldest = request.sort === 'oldest';
  return {
    reach,
    plan: request.plan,
    readToolText,
    direction: isOldest ? 'oldest' : 'newest',
    fromSecond: null,
    toSecond: isOldest || request.after === null ? null : secondOf(request.after.newestMs),
    limit: request.depth + 1,
    text: check.needsText ? 'whole' : scores(request, check) ? 'counted' : 'none',
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
  return kept.map(({ candidate }, index) => withScore(candidate, scores[index] ?? 0));
}

type SessionRule = { readonly compare: (a: Scored, b: Scored) => number; readonly secondInSession: number };

type InSession = { best: Scored; secondScore: number; matches: number };

/** The best hit of each session and the number of all in it, by the session's row. */
function bySession(
  hits: readonly Scored[],
  { compare, secondInSession }: SessionRule,
): ReadonlyMap<number, Readonly<InSession>> {
  const sessions = new Map<number, InSession>();
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
  for (const session of sessions.values()) {
    const { best, secondScore } = session;
    session.best = withScore(best, roundScore(best.score + secondInSession * secondScore));
  }
  return sessions;
}
