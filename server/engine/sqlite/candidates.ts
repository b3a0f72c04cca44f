import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { Filter, FilterTest, TextNode } from '../../contract/query.ts';
import { CANDIDATE_TEXT_MAX, type SearchPage, type SearchRequest } from '../../contract/search.ts';
import {
  type Candidate,
  type CandidateQuery,
  isCandidate,
  type Matched,
  type MatchQuery,
  type ReadToolText,
  sessionJoins,
} from './candidate-query.ts';
import { filterPredicates } from './filters.ts';
import { compileMatch } from './match.ts';
import { mayRepeat } from './once.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { allRows, eachRawRow, firstRow } from './rows.ts';
import { agentToken, roleToken, SPEAKERS, sessionToken } from './scope-terms.ts';
import { fromToolMatches, toolTextReader } from './tool-candidates.ts';
import { visibleSession, visibleTokens } from './visible.ts';

/** Filters that name at most so many sessions or agents are said in scope tokens too. */
const NARROWING_TOKENS_MAX = 1000;

export type Scored = Candidate & { readonly score: number };

/** Spelt out: spreading thousands of them cost more than scoring them. */
export function withScore(candidate: Candidate, score: number): Scored {
  const { id, sessionRowId, sessionKey, sessionId, windowId, position, walk, role, timeMs, termCount } = candidate;
  return { id, sessionRowId, sessionKey, sessionId, windowId, position, walk, role, timeMs, termCount, score };
}

export type Placed = Scored & { readonly matchesInSession?: number };

export type SearchAsk = {
  readonly reach: Reach;
  readonly request: SearchRequest;
  readonly readToolText: ReadToolText;
};

/** What a way of searching finds: a page of hits in order, and where the next one begins. */
export type FoundPage = {
  readonly page: readonly Placed[];
  readonly next: SearchPage['next'];
  readonly rankedAmong: number | null;
};

/** id, session, window, position, walk, role, time, terms, text. */
type MatchRow = readonly [number, number, number, number, number | null, string | null, number, number, string | null];

/** Visible matches by time, to the second. */
export function* eachCandidate(connection: Connection, query: CandidateQuery): Generator<Matched> {
  const { plan, text: wanted } = query;
  const namesOf = sessionNames(connection);
  const toolText = plan.searchesTools && wanted !== 'none' ? toolTextReader(connection, query.readToolText) : null;
  const statement = sql`SELECT e.id, s.id, e.window_id, e.position, e.walk, e.role, e.time_ms, e.term_count,
        ${toolText === null ? textColumn(wanted, plan.text) : sql`''`}
      ${fromMatches(connection, query)} ${inOrder(query)}`;
  for (const row of eachRawRow<MatchRow>(connection, statement)) {
    const [id, sessionRowId, windowId, position, walk, role, timeMs, termCount, text] = row;
    const { sessionKey, sessionId } = namesOf(sessionRowId);
    yield {
      candidate: { id, sessionRowId, sessionKey, sessionId, windowId, position, walk, role, timeMs, termCount },
      text: toolText === null ? (text ?? '') : toolText(id),
      hasEachOnce: text === null,
    };
  }
}

/** How many visible matches there are, up to the query's limit. */
export function countCandidates(connection: Connection, query: CandidateQuery): number {
  const matches = sql`SELECT 1 ${fromMatches(connection, query)} ${inOrder(query)}`;
  return firstRow<{ count: number }>(connection, sql`SELECT count(*) AS count FROM (${matches})`)?.count ?? 0;
}

function inOrder({ direction, limit }: CandidateQuery): SQL {
  return sql`ORDER BY found.rowid ${direction === 'newest' ? sql`DESC` : sql`ASC`} LIMIT ${limit}`;
}

/**
 * `FROM … WHERE …` of visible matches, over `entry AS e`, `session AS s` and an index as `found`, with what the filters
 * need. Visibility and filters stand in the same statement as the MATCH.
 */
export function fromMatches(connection: Connection, query: MatchQuery): SQL {
  return query.plan.searchesTools ? fromToolMatches(connection, query) : fromMessageMatches(connection, query);
}

function fromMessageMatches(connection: Connection, query: MatchQuery): SQL {
  const { reach, plan, tokens } = query;
  const match = compileMatch({
    text: plan.text,
    who: visibleTokens(connection, reach),
    narrowing: [
      ...plan.filters.flatMap((filter) => narrowingTokens(connection, reach, filter)),
      ...(tokens === undefined ? [] : [tokens]),
    ],
    everyone: SPEAKERS,
  });
  // Asked of the entry: the index would read the list of all abandoned messages beside that of a rare word.
  const onBranch = plan.includesOtherBranches ? sql`` : sql` AND e.is_active = 1`;
  return sql`FROM entry_index AS found CROSS JOIN entry e ON e.id = found.rowid ${sessionJoins(query)}
    WHERE found.entry_index MATCH ${match} AND ${isCandidate(query)}${onBranch}`;
}

type SessionNames = { readonly sessionKey: string; readonly sessionId: string };

/** Names of the sessions in a result, each read once: thousands of matches lie in few sessions, all of them visible. */
function sessionNames(connection: Connection): (sessionRowId: number) => SessionNames {
  const known = new Map<number, SessionNames>();
  const read = prepared<[number], SessionNames>(
    connection,
    'SELECT session_key AS sessionKey, public_id AS sessionId FROM session WHERE id = ?',
  );
  return (sessionRowId) => {
    const names = known.get(sessionRowId) ?? read.get(sessionRowId);
    if (names === undefined) throw new Error(`The session ${sessionRowId} went while it was searched.`);
    known.set(sessionRowId, names);
    return names;
  };
}

function textColumn(wanted: CandidateQuery['text'], node: TextNode | null): SQL {
  if (wanted === 'none') return sql`''`;
  if (wanted === 'whole') return sql`e.text`;
  const start = sql`substr(e.text, 1, ${CANDIDATE_TEXT_MAX})`;
  const mayCount = wanted === 'counted' && node !== null ? mayRepeat(node) : null;
  return mayCount === null ? start : sql`CASE WHEN ${mayCount} THEN ${start} END`;
}

/** What a filter says in scope tokens, if it can: the index then intersects lists instead of reading every match. */
function narrowingTokens(connection: Connection, reach: Reach, filter: Filter): readonly (readonly string[])[] {
  if (filter.isNegated) return [];
  const tokens: string[] = [];
  for (const test of filter.anyOf) {
    const more = testTokens(connection, reach, test);
    if (more === null || tokens.length + more.length > NARROWING_TOKENS_MAX) return [];
    tokens.push(...more);
  }
  return [tokens];
}

function testTokens(connection: Connection, reach: Reach, test: FilterTest): readonly string[] | null {
  if (test.field === 'role') return test.value === 'tool' ? null : [roleToken(test.value)];
  if (test.field !== 'agent' && test.field !== 'session') return null;
  const isAgent = test.field === 'agent';
  const rows = allRows<{ id: number }>(
    connection,
    sql`SELECT DISTINCT ${isAgent ? sql`s.agent_ref` : sql`s.id`} AS id
      FROM session s JOIN agent a ON a.id = s.agent_ref
      WHERE ${visibleSession(reach)} AND ${filterPredicates([{ isNegated: false, anyOf: [test] }])[0]}
      LIMIT ${NARROWING_TOKENS_MAX + 1}`,
  );
  return rows.map((row) => (isAgent ? agentToken(row.id) : sessionToken(row.id)));
}
