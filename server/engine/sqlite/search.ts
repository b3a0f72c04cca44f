import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { Match, OtherBranches, SearchPage, SearchRequest } from '../../contract/search.ts';
import { looseSpans, stemPhrase } from '../../text/loose-match.ts';
import { matchSpans } from '../../text/match-spans.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import type { Span } from '../../text/span.ts';
import type { FoundPage, SearchAsk } from './candidates.ts';
import { type FewMatches, readFewMatches } from './few-matches.ts';
import { readHits } from './hits.ts';
import { findNamed } from './named.ts';
import type { Connection } from './open.ts';
import { countOtherBranches } from './other-branches.ts';
import { partialPage } from './partial.ts';
import { rankedPage, rankedQuery } from './ranked.ts';
import { firstRow } from './rows.ts';
import { withinRecords } from './tool-page.ts';
import { holds, textCheck } from './verify.ts';
import { visibleSession } from './visible.ts';
import { walkPage } from './walk.ts';

type Found = FoundPage & {
  readonly match: Match;
  readonly missing: readonly string[];
  readonly few: FewMatches | null;
};

/** One page of hits, of messages that hold all words or, where none does and the request allows it, some of them. */
export function search(connection: Connection, ask: SearchAsk, weights: RankWeights): SearchPage {
  const { reach, request, readToolText } = ask;
  const { text, searchesTools } = request.plan;
  const found = find(connection, ask, weights);
  const { page, next, rankedAmong, match, missing, few } = searchesTools
    ? withinRecords(connection, request, found)
    : found;
  const tools = searchesTools ? { readToolText, holds: (each: string) => text === null || holds(each, text) } : null;
  const hits = readHits(connection, { page, reach, spansOf: spansOf(request, match), tools });
  return {
    hits,
    next,
    rankedAmong,
    match,
    missing,
    pending: countPending(connection, reach, searchesTools),
    otherBranches: request.countsOtherBranches ? otherBranches(connection, ask, few) : null,
    named: request.name === null ? [] : findNamed(connection, reach, request.name),
  };
}

function otherBranches(connection: Connection, ask: SearchAsk, few: FewMatches | null): OtherBranches {
  const { reach, request } = ask;
  return few === null
    ? countOtherBranches(connection, { reach, plan: request.plan })
    : { matches: few.elsewhere, isMore: false };
}

function find(connection: Connection, ask: SearchAsk, weights: RankWeights): Found {
  const { request } = ask;
  const { loose, after } = request;
  const check = textCheck(request.plan.text);
  const few = request.countsOtherBranches ? readFewMatches(connection, rankedQuery(ask, check), check) : null;
  if (after === null || after.match === 'all') {
    const matches = few?.onBranch ?? null;
    // All messages by time are a walk to the last one; everything else is picked among the newest N.
    const isWalk = request.group === 'message' && request.sort !== 'best';
    const found = isWalk ? walkPage(connection, ask, matches) : rankedPage(connection, ask, { weights, matches });
    const isEnd = found.page.length > 0 || found.next !== null || after !== null;
    if (isEnd || loose === null) return { ...found, match: 'all', missing: [], few };
  }
  if (loose === null) return { page: [], next: null, rankedAmong: null, match: 'all', missing: [], few };
  const partial = partialPage(connection, { loose, ask, weights });
  return { ...partial, match: partial.page.length > 0 || after !== null ? 'some' : 'all', few };
}

/** Where a hit's text matches. */
function spansOf({ plan, loose }: SearchRequest, match: Match): (text: string) => Span[] {
  const required = match === 'all' ? plan.text : (loose?.required ?? null);
  const phrases = match === 'all' ? [] : (loose?.words ?? []).map((word) => stemPhrase(word.node));
  return (text) => {
    const exact = required === null ? [] : matchSpans(text, required);
    return phrases.length === 0 ? exact : mergeSpans(exact, looseSpans(text, phrases));
  };
}

/** In order; of two that touch inside one another the first one stands. */
function mergeSpans(left: readonly Span[], right: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...left, ...right].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (merged.at(-1)?.end ?? 0)) merged.push(span);
  }
  return merged;
}

/** Sessions that this search leaves out, or finds only in part, until they are indexed. */
function countPending(connection: Connection, reach: Reach, searchesTools: boolean): number {
  const isUnread = sql`EXISTS (SELECT 1 FROM session_window w WHERE w.session_id = s.id AND w.is_tool_indexed = 0)`;
  const isPending = searchesTools ? sql`(s.is_stale = 1 OR ${isUnread})` : sql`s.is_stale = 1`;
  const row = firstRow<{ count: number }>(
    connection,
    sql`SELECT count(*) AS count FROM session s WHERE ${isPending} AND ${visibleSession(reach)}`,
  );
  return row?.count ?? 0;
}
