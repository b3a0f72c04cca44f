import { REVISION_MARK } from '../save-types.ts';
import type { Connection } from './open.ts';

type Below = { readonly windowId: number; readonly position: number; readonly mark: string };

/** Id of the newest message at or below an entry off the active branch. UNION drops what was met before, so circles end. */
export function newestMessageBelow(connection: Connection, windowId: number, position: number): string | null {
  const row = connection.client
    .prepare<[Below], { native_id: string }>(
      `WITH RECURSIVE below (position) AS (
         SELECT $position
         UNION SELECT e.position FROM below
           JOIN entry e ON e.window_id = $windowId AND e.is_active = 0 AND e.parent_position = below.position)
       SELECT e.native_id FROM below JOIN entry e ON e.window_id = $windowId AND e.position = below.position
         JOIN session_window w ON w.id = e.window_id
       WHERE e.position < w.entry_count AND e.kind = 'message' AND instr(e.native_id, $mark) = 0
       ORDER BY e.position DESC LIMIT 1`,
    )
    .get({ windowId, position, mark: REVISION_MARK });
  return row?.native_id ?? null;
}

/** Positions from the root to `position`, by corrected parents. A set of seen ones ends circles. */
export function pathTo(connection: Connection, windowId: number, position: number): readonly number[] {
  const parent = connection.client.prepare<[number, number], { parent_position: number | null }>(
    'SELECT parent_position FROM entry WHERE window_id = ? AND position = ?',
  );
  const seen = new Set<number>();
  let at: number | null = position;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    at = parent.get(windowId, at)?.parent_position ?? null;
  }
  return [...seen].reverse();
}
