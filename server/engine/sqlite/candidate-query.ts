import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { QueryPlan } from '../../contract/query.ts';
import type { Redacted } from '../../contract/redaction.ts';
import type { FormatName } from '../../contract/transcript.ts';
import { filterJoins, filterPredicates } from './filters.ts';
import { timeBounds } from './time-bounds.ts';
import { visibleSession } from './visible.ts';

const IDS_PER_SECOND = 65_536;

export type Candidate = {
  readonly id: number;
  readonly sessionRowId: number;
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly windowId: number;
  readonly position: number;
  /** Place on the active branch; null off it. */
  readonly walk: number | null;
  /** Null for some results of tools. */
  readonly role: string | null;
  readonly timeMs: number;
  readonly termCount: number;
};

/** A match with its text, which is looked at and forgotten: thousands of them must not lie in memory. */
export type Matched = {
  readonly candidate: Candidate;
  /** Its beginning, or all of it, as asked for; empty when it was not asked for. */
  readonly text: string;
  /** Known without its text: each phrase of the query stands in it, and once. Then `text` is empty. */
  readonly hasEachOnce: boolean;
};

/** The redacted text of a record's tool calls and results, by the format of its session. */
export type ReadToolText = (format: FormatName, bytes: Uint8Array) => Redacted;

export type MatchQuery = {
  readonly reach: Reach;
  readonly plan: QueryPlan;
  /** Whole seconds, both ends included: only messages in them. */
  readonly fromSecond: number | null;
  readonly toSecond: number | null;
  /** Scope tokens of which a message must have one. */
  readonly tokens?: readonly string[];
};

export type CandidateQuery = MatchQuery & {
  /** Where tools are searched: their text is in the records alone. */
  readonly readToolText: ReadToolText;
  readonly direction: 'newest' | 'oldest';
  readonly limit: number;
  /** `counted`: the beginning, where a phrase may stand in it more than once. */
  readonly text: 'none' | 'start' | 'whole' | 'counted';
};

export function secondOf(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

/** So many messages of one second have ids. */
export const SECOND_MESSAGES_MAX = IDS_PER_SECOND;

/** The session of `entry AS e`, and what the filters need beside it. */
export function sessionJoins({ plan }: MatchQuery): SQL {
  return sql`JOIN session s ON s.id = e.session_id ${filterJoins(plan.filters)}`;
}

/**
 * What holds of a match of whichever index, which is called `found`: its session is visible and current, and it passes the
 * filters.
 */
export function isCandidate(query: MatchQuery): SQL {
  const { reach, plan } = query;
  const where = [visibleSession(reach), sql`s.is_stale = 0`, ...filterPredicates(plan.filters), ...rowidBounds(query)];
  return sql.join(where, sql` AND `);
}

/**
 * Ids follow time to the second, so that dates bound what is read of the index. Bound as BigInt: a JavaScript number is
 * bound as REAL, and FTS5 then reads the whole list.
 */
function rowidBounds({ plan, fromSecond, toSecond }: MatchQuery): readonly SQL[] {
  const { fromMs, toMs } = timeBounds(plan.filters);
  const from = [fromSecond, fromMs === null ? null : secondOf(fromMs)].filter((second) => second !== null);
  const to = [toSecond, toMs === null ? null : secondOf(toMs - 1)].filter((second) => second !== null);
  return [
    ...from.map((second) => sql`found.rowid >= ${BigInt(second * IDS_PER_SECOND)}`),
    ...to.map((second) => sql`found.rowid < ${BigInt((second + 1) * IDS_PER_SECOND)}`),
  ];
}
