import { sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { currentWindow } from './stretches.ts';
import { visibleSession } from './visible.ts';

type MarkRow = {
  windowId: number;
  saves: number;
  entries: number;
  leaf: string | null;
  messages: number;
  last: number;
};

/** Entries, leaves and counts of all its windows: one look into the index for each. Null when it is out of reach. */
export function sessionMark(connection: Connection, reach: Reach, sessionId: SessionId): string | null {
  const rows = allRows<MarkRow>(
    connection,
    sql`SELECT w.id AS windowId, w.save_number AS saves, w.entry_count AS entries, w.is_closed AS closed,
        s.message_count AS messages, s.last_time_ms AS last,
        (SELECT e.native_id FROM entry e WHERE e.window_id = w.id AND e.walk IS NOT NULL ORDER BY e.walk DESC LIMIT 1) AS leaf
      FROM session s JOIN session_window w ON w.session_id = s.id
      WHERE s.id = ${sessionId} AND ${visibleSession(reach)} ORDER BY w.id`,
  );
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** Closes the window that history shows; false when the session is not visible. */
export function closeSession(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; audit: AuditEvent; nowMs: number },
): boolean {
  const close = connection.client.transaction((): boolean => {
    const windowId = currentWindow(connection, reach, ask.sessionId);
    if (windowId === null) return false;
    connection.client.prepare('UPDATE session_window SET is_closed = 1 WHERE id = ?').run(windowId);
    insertAudit(connection, ask.audit, ask.nowMs);
    return true;
  });
  return close.immediate();
}
