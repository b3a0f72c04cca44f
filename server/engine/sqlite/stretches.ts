import { type SQL, sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import { pathTo } from './branches.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

export type Located = { readonly windowId: number; readonly position: number; readonly walk: number | null };

/** A part of a branch of one window: its rows as `e`, and their order along the branch. */
export type Stretch = {
  readonly from: SQL;
  readonly where: SQL;
  readonly along: SQL;
  readonly isClosedInterval: boolean;
};

/** Finds an entry of a visible session by its message id; the newest window wins when several hold it. */
export function locate(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; messageId: string },
): Located | null {
  return firstRow<Located>(
    connection,
    sql`SELECT e.window_id AS windowId, e.position, e.walk
      FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
      WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)}
        AND e.native_id = ${ask.messageId} AND e.position < w.entry_count
      ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  );
}

/** The window that history shows when nothing else is asked; null when the session is not visible, or holds none. */
export function currentWindow(connection: Connection, reach: Reach, sessionId: SessionId): number | null {
  const row = firstRow<{ id: number }>(
    connection,
    sql`SELECT w.id FROM session s JOIN session_window w ON w.session_id = s.id
      WHERE s.id = ${sessionId} AND ${visibleSession(reach)} AND w.entry_count > 0
      ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  );
  return row?.id ?? null;
}

/** The whole active branch, through all its resets. */
export function activeBranch(windowId: number): Stretch {
  return {
    from: sql`entry e`,
    where: sql`e.window_id = ${windowId} AND e.walk IS NOT NULL`,
    along: sql`e.walk`,
    isClosedInterval: false,
  };
}

/**
 * The branch from `leaf` up to its root, with the positions that it goes through. The join is a CROSS JOIN, which keeps its
 * order: turned round, the list would be read once for each entry.
 */
export function branchTo(connection: Connection, leaf: Located): Stretch & { readonly path: readonly number[] } {
  const path = pathTo(connection, leaf.windowId, leaf.position);
  return {
    path,
    from: sql`json_each(${JSON.stringify(path)}) step CROSS JOIN entry e ON e.window_id = ${leaf.windowId} AND e.position = step.value`,
    where: sql`1`,
    along: sql`step.key`,
    isClosedInterval: false,
  };
}

/**
 * The interval between two resets that holds `walk`; the last one when that is null. A reset begins the interval behind
 * it; where the page ends at it, it is taken as the end of the one before.
 */
export function activeStretch(
  connection: Connection,
  windowId: number,
  point: { walk: number | null; isEnd: boolean },
): Stretch {
  const fences = allRows<{ walk: number }>(
    connection,
    sql`SELECT e.walk FROM session_window w JOIN entry e ON e.window_id = w.id AND e.position < w.entry_count
      WHERE w.id = ${windowId} AND e.walk IS NOT NULL AND e.kind = 'reset' ORDER BY e.walk`,
  ).map((row) => row.walk);
  const last = point.walk === null || !point.isEnd ? point.walk : point.walk - 1;
  const start = last === null ? fences.at(-1) : fences.filter((fence) => fence <= last).at(-1);
  const end = last === null ? undefined : fences.find((fence) => fence > last);
  return {
    from: sql`entry e`,
    where: sql`e.window_id = ${windowId} AND e.walk >= ${start ?? 0} AND e.walk <= ${end ?? Number.MAX_SAFE_INTEGER}`,
    along: sql`e.walk`,
    isClosedInterval: end !== undefined,
  };
}
