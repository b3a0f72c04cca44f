import { sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { requestPurge } from './purge.ts';
import { firstRow } from './rows.ts';
import { forgetLost, type Identity, identityHmac, KEY_OF_DELETED } from './sources.ts';
import { visibleSession } from './visible.ts';

type Target = { owner_id: number; format: string; agent_ref: number; session_key: string };

/**
 * Deletes a visible session with all that hangs on it, index rows by the triggers, in one transaction. Leaves a tombstone
 * for its key and each of its native ids, and a note that bytes must be purged. Null when the session is not visible.
 */
export function deleteSession(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; secret: Uint8Array; nowMs: number; audit?: AuditEvent },
): { entries: number } | null {
  const remove = connection.client.transaction(() => {
    const target = firstRow<Target>(
      connection,
      sql`SELECT s.owner_id, s.format, s.agent_ref, s.session_key FROM session s WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)}`,
    );
    if (target === null) return null;
    layTombstones(connection, { ...ask, target });
    const entries = removeRows(connection, ask.sessionId, target.agent_ref);
    requestPurge(connection, ask.nowMs);
    if (ask.audit !== undefined) insertAudit(connection, ask.audit, ask.nowMs);
    return { entries };
  });
  return remove.immediate();
}

function layTombstones(
  connection: Connection,
  ask: { sessionId: SessionId; secret: Uint8Array; target: Target },
): void {
  const windows = connection.client
    .prepare<[number], { native_id: string }>('SELECT native_id FROM session_window WHERE session_id = ?')
    .all(ask.sessionId);
  const lay = connection.client.prepare(
    'INSERT INTO tombstone (owner_id, identity_hmac) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const { owner_id, format, session_key } = ask.target;
  const identities: readonly Identity[] = [
    ...windows.map(({ native_id }) => ({ format, nativeId: native_id })),
    { format: KEY_OF_DELETED, nativeId: session_key },
  ];
  for (const identity of identities) lay.run(owner_id, identityHmac(ask.secret, identity));
}

function removeRows(connection: Connection, sessionId: SessionId, agentRef: number): number {
  const { client } = connection;
  const { changes } = client
    .prepare('DELETE FROM entry WHERE window_id IN (SELECT id FROM session_window WHERE session_id = ?)')
    .run(sessionId);
  const sources = client
    .prepare<[number, number], { source_id: number }>(
      'SELECT source_id FROM source_session WHERE session_id = ? UNION SELECT source_id FROM record_block WHERE session_id = ?',
    )
    .all(sessionId, sessionId);
  for (const table of ['record_block', 'session_window', 'source_session'] as const) {
    client.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(sessionId);
  }
  client.prepare('DELETE FROM session WHERE id = ?').run(sessionId);
  // A path can tell what was in the session, and its hash would make the next import say "unchanged".
  const forget = client.prepare(
    `DELETE FROM source_file WHERE id = $id AND NOT EXISTS (SELECT 1 FROM source_session WHERE source_id = $id)
       AND NOT EXISTS (SELECT 1 FROM record_block WHERE source_id = $id)`,
  );
  for (const { source_id } of sources) {
    if (forget.run({ id: source_id }).changes === 0) forgetLost(connection, source_id);
  }
  client
    .prepare('DELETE FROM agent WHERE id = $id AND NOT EXISTS (SELECT 1 FROM session WHERE agent_ref = $id)')
    .run({ id: agentRef });
  return changes;
}
