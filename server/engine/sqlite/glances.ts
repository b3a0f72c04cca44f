import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { BranchRequest, Glance, OutlinePage, PlacesRequest } from '../branch-types.ts';
import { HOLDS_TEXT, IS_BOUNDARY } from './history-rows.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import { activeBranch, branchTo, currentWindow, locate, type Stretch } from './stretches.ts';
import { visibleSession } from './visible.ts';

/** Enough for a line of words, white space between them included. Stored text is redacted, so it can be cut. */
const GLANCE_CHARACTERS = 800;

const COLUMNS = sql`e.position AS place, e.native_id AS messageId, e.kind, e.role, e.time_ms AS timeMs,
  substr(e.text, 1, ${GLANCE_CHARACTERS}) AS text, e.masks`;
type GlanceRow = Omit<Glance, 'masks'> & { readonly masks: string | null };

/** Entries of a window of a visible session by their places; those that are not there are left out. */
export function glances(connection: Connection, reach: Reach, ask: PlacesRequest): readonly Glance[] {
  return allRows<GlanceRow>(
    connection,
    sql`SELECT ${COLUMNS}
      FROM json_each(${JSON.stringify(ask.places)}) asked
        CROSS JOIN entry e ON e.window_id = ${ask.windowId} AND e.position = asked.value
        JOIN session_window w ON w.id = e.window_id JOIN session s ON s.id = w.session_id
      WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)} AND e.position < w.entry_count`,
  ).map(toGlance);
}

/** Prompts and boundaries of a whole branch of a visible session; null when the branch is not there. */
export function outline(
  connection: Connection,
  reach: Reach,
  request: BranchRequest & { readonly limit: number },
): OutlinePage | null {
  const stretch = stretchOf(connection, reach, request);
  if (stretch === 'branch-missing') return null;
  if (stretch === null) return { rows: [], hasMore: false, messages: 0 };
  const source = sql`FROM ${stretch.from} JOIN session_window w ON w.id = e.window_id JOIN session s ON s.id = w.session_id
    WHERE ${stretch.where} AND s.id = ${request.sessionId} AND ${visibleSession(reach)} AND e.position < w.entry_count`;
  const rows = allRows<GlanceRow>(
    connection,
    sql`SELECT ${COLUMNS} ${source} AND ((${HOLDS_TEXT} AND e.role = 'user') OR ${IS_BOUNDARY})
      ORDER BY ${stretch.along} DESC LIMIT ${request.limit + 1}`,
  );
  const count = firstRow<{ messages: number }>(
    connection,
    sql`SELECT count(*) AS messages ${source} AND ${HOLDS_TEXT}`,
  );
  return {
    rows: rows.slice(0, request.limit).toReversed().map(toGlance),
    hasMore: rows.length > request.limit,
    messages: count?.messages ?? 0,
  };
}

function stretchOf(connection: Connection, reach: Reach, request: BranchRequest): Stretch | 'branch-missing' | null {
  const { sessionId, branch } = request;
  if (branch !== null) {
    const leaf = locate(connection, reach, { sessionId, messageId: branch });
    return leaf === null ? 'branch-missing' : branchTo(connection, leaf);
  }
  const windowId = currentWindow(connection, reach, sessionId);
  return windowId === null ? null : activeBranch(windowId);
}

function toGlance(row: GlanceRow): Glance {
  return { ...row, masks: parseMasks(row.masks) };
}
