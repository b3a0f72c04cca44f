import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { NAMED_MAX, type Named } from '../../contract/query.ts';
import { newestMessageBelow } from './branches.ts';
import { SHOWN_WITH_TOOLS } from './history-rows.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { findSessions } from './sessions.ts';
import { visibleSession } from './visible.ts';

type MessageRow = {
  window_id: number;
  position: number;
  is_active: number;
  time_ms: number;
  public_id: string;
  session_key: string;
  title: string | null;
  agent_id: string;
};

/** What an id names among what is visible: sessions, then messages, each from the newest on; one more than `NAMED_MAX` at most. */
export function findNamed(connection: Connection, reach: Reach, name: string): readonly Named[] {
  const sessions = findSessions(connection, reach, name).toSorted(
    (a, b) => (b.lastTimeMs ?? 0) - (a.lastTimeMs ?? 0) || (a.sessionId < b.sessionId ? -1 : 1),
  );
  const named = sessions.map(
    ({ sessionId, sessionKey, title, agentId, lastTimeMs }): Named => ({
      sessionId,
      sessionKey,
      title,
      agentId,
      messageId: null,
      timestamp: lastTimeMs,
    }),
  );
  return [...named, ...findMessages(connection, reach, name)].slice(0, NAMED_MAX + 1);
}

/** No index holds message ids alone: CROSS JOIN makes SQLite look into each window's, where it would read all entries. */
function findMessages(connection: Connection, reach: Reach, messageId: string): readonly Named[] {
  const rows = allRows<MessageRow>(
    connection,
    sql`SELECT e.window_id, e.position, e.is_active, e.time_ms, s.public_id, s.session_key, s.title, a.agent_id
      FROM session_window w CROSS JOIN entry e ON e.window_id = w.id AND e.native_id = ${messageId}
        JOIN session s ON s.id = w.session_id JOIN agent a ON a.id = s.agent_ref
      WHERE ${visibleSession(reach)} AND e.position < w.entry_count AND ${SHOWN_WITH_TOOLS}
      ORDER BY e.time_ms DESC, s.public_id, e.window_id, e.position LIMIT ${NAMED_MAX + 1}`,
  );
  return rows.map((row) => ({
    sessionId: row.public_id,
    sessionKey: row.session_key,
    title: row.title,
    agentId: row.agent_id,
    messageId,
    timestamp: row.time_ms,
    ...(row.is_active === 1
      ? {}
      : { branch: newestMessageBelow(connection, row.window_id, row.position) ?? messageId }),
  }));
}
