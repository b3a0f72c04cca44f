import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { Filter, QueryPlan } from '../../contract/query.ts';
import type { FormatName } from '../../contract/transcript.ts';
import { REVISION_MARK } from '../save-types.ts';
import { recordReader } from './blocks.ts';
import { isCandidate, type MatchQuery, type ReadToolText, sessionJoins } from './candidate-query.ts';
import { filterPredicates } from './filters.ts';
import { compileMatch } from './match.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import { ownerToken, TOOLS, windowToken } from './scope-terms.ts';
import { visibleSession } from './visible.ts';

/** Filters that name at most so many windows are said in scope tokens too. */
const NARROWING_TOKENS_MAX = 1000;

/**
 * `FROM … WHERE …` of visible records whose tool calls and results match. A row of this index cannot be changed, so what
 * changes is asked of the entry: whether it shows yet, whether it is on the active branch, whose session it is.
 */
export function fromToolMatches(connection: Connection, query: MatchQuery): SQL {
  const { plan, reach } = query;
  const match = compileMatch({
    text: plan.text,
    who: whoOwns(reach),
    narrowing: plan.filters.flatMap((filter) => narrowingTokens(connection, reach, filter)),
    everyone: [TOOLS],
  });
  return sql`FROM tool_index AS found CROSS JOIN entry e ON e.id = found.rowid
      JOIN session_window w ON w.id = e.window_id ${sessionJoins(query)}
    WHERE found.tool_index MATCH ${match} AND ${isCandidate(query)} AND ${isShown(plan)}`;
}

/** The redacted text of the tools in a record, by the id of an entry that `fromToolMatches` gave in the same snapshot. */
export function toolTextReader(connection: Connection, readToolText: ReadToolText): (id: number) => string {
  const read = recordReader(connection);
  return (id) => {
    const place = firstRow<{ format: FormatName; blockId: number; offset: number; byteLength: number }>(
      connection,
      sql`SELECT s.format, e.block_id AS blockId, e.block_offset AS offset, e.byte_length AS byteLength
        FROM entry e JOIN session s ON s.id = e.session_id WHERE e.id = ${id}`,
    );
    return place === null ? '' : readToolText(place.format, read(place)).text;
  };
}

/** Off the active branch lie what was abandoned, and records that later ones with the same id replaced: those show nowhere. */
function isShown({ includesOtherBranches }: QueryPlan): SQL {
  const onBranch = includesOtherBranches ? sql`instr(e.native_id, ${REVISION_MARK}) = 0` : sql`e.is_active = 1`;
  return sql`e.position < w.entry_count AND w.is_tool_indexed = 1 AND ${onBranch}`;
}

/** Null where tokens cannot say it, or leave nobody out. */
function whoOwns(reach: Reach): readonly string[] | null {
  return reach.type === 'owned' ? [ownerToken(reach.personId)] : null;
}

/** Sessions and agents in the tokens of their windows: a window's session may change, its entries' window never does. */
function narrowingTokens(connection: Connection, reach: Reach, filter: Filter): readonly (readonly string[])[] {
  const isOfSessions = filter.anyOf.every(({ field }) => field === 'agent' || field === 'session');
  if (filter.isNegated || !isOfSessions) return [];
  const windows = allRows<{ id: number }>(
    connection,
    sql`SELECT w.id FROM session s JOIN agent a ON a.id = s.agent_ref JOIN session_window w ON w.session_id = s.id
      WHERE ${visibleSession(reach)} AND ${filterPredicates([filter])[0]} LIMIT ${NARROWING_TOKENS_MAX + 1}`,
  );
  return windows.length > NARROWING_TOKENS_MAX ? [] : [windows.map(({ id }) => windowToken(id))];
}
