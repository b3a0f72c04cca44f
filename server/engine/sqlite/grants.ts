import { sql } from 'drizzle-orm';
import type { PersonId, Reach, SessionId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Grant, GrantCovers } from '../../contract/grant.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

export type NewGrant = {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  readonly granterId: PersonId;
  readonly covers: GrantCovers;
  readonly expiresAtMs: number | null;
};

/** Grants a session within reach of the granter; null when it is not. A new grant to the same person replaces the old one. */
export function addGrant(
  connection: Connection,
  reach: Reach,
  ask: { grant: NewGrant; audit: AuditEvent; nowMs: number },
): Grant | null {
  const { grant, nowMs } = ask;
  const add = connection.client.transaction((): number | null => {
    const found = firstRow(
      connection,
      sql`SELECT 1 FROM session s WHERE s.id = ${grant.sessionId} AND ${visibleSession(reach)}`,
    );
    if (found === null) return null;
    connection.client
      .prepare(
        'UPDATE session_grant SET revoked_at_ms = ? WHERE session_id = ? AND person_id = ? AND revoked_at_ms IS NULL',
      )
      .run(nowMs, grant.sessionId, grant.personId);
    const { lastInsertRowid } = connection.client
      .prepare(
        `INSERT INTO session_grant (session_id, person_id, granter_id, covers, created_at_ms, expires_at_ms)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(grant.sessionId, grant.personId, grant.granterId, grant.covers, nowMs, grant.expiresAtMs);
    insertAudit(connection, ask.audit, nowMs);
    return Number(lastInsertRowid);
  });
  const id = add.immediate();
  return listGrants(connection, reach, grant.sessionId).find((each) => each.id === id) ?? null;
}

/** False when there is no such grant on a session within reach, or it is over already. */
export function revokeGrant(
  connection: Connection,
  reach: Reach,
  ask: { grantId: number; audit: AuditEvent; nowMs: number },
): boolean {
  const revoke = connection.client.transaction(() => {
    const found = firstRow(
      connection,
      sql`SELECT 1 FROM session_grant g JOIN session s ON s.id = g.session_id
        WHERE g.id = ${ask.grantId} AND g.revoked_at_ms IS NULL AND (g.expires_at_ms IS NULL OR g.expires_at_ms > now_ms())
          AND ${visibleSession(reach)}`,
    );
    if (found === null) return false;
    connection.client.prepare('UPDATE session_grant SET revoked_at_ms = ? WHERE id = ?').run(ask.nowMs, ask.grantId);
    insertAudit(connection, ask.audit, ask.nowMs);
    return true;
  });
  return revoke.immediate();
}

type GrantRow = {
  id: number;
  email: string;
  granter_email: string;
  covers: GrantCovers;
  created_at_ms: number;
  expires_at_ms: number | null;
};

/** Grants in force on one session within reach, oldest first. */
export function listGrants(connection: Connection, reach: Reach, sessionId: SessionId): readonly Grant[] {
  const rows = allRows<GrantRow>(
    connection,
    sql`SELECT g.id, p.email, granter.email AS granter_email, g.covers, g.created_at_ms, g.expires_at_ms
      FROM session_grant g JOIN session s ON s.id = g.session_id JOIN person p ON p.id = g.person_id
        JOIN person granter ON granter.id = g.granter_id
      WHERE s.id = ${sessionId} AND ${visibleSession(reach)} AND g.revoked_at_ms IS NULL
        AND (g.expires_at_ms IS NULL OR g.expires_at_ms > now_ms())
      ORDER BY g.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    granterEmail: row.granter_email,
    covers: row.covers,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  }));
}
