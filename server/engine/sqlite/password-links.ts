import type { Person, PersonId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { PasswordLink } from '../access-port.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { countPeople, findPersonById } from './people.ts';

export type NewLink = { readonly tokenHash: string; readonly personId: PersonId | null; readonly expiresAtMs: number };

/** A new link voids the earlier ones for the same person, and the one for the first owner likewise. */
export function addPasswordLink(
  connection: Connection,
  link: NewLink,
  event: { audit: AuditEvent; nowMs: number },
): void {
  const add = connection.client.transaction(() => {
    connection.client
      .prepare('DELETE FROM password_link WHERE person_id IS ? OR expires_at_ms <= ?')
      .run(link.personId, event.nowMs);
    connection.client
      .prepare('INSERT INTO password_link (token_hash, person_id, expires_at_ms) VALUES (?, ?, ?)')
      .run(link.tokenHash, link.personId, link.expiresAtMs);
    insertAudit(connection, event.audit, event.nowMs);
  });
  add.immediate();
}

type LinkRow = { person_id: number | null; email: string | null };

export function findPasswordLink(connection: Connection, tokenHash: string, nowMs: number): PasswordLink | null {
  const row = connection.client
    .prepare<[string, number], LinkRow>(
      `SELECT l.person_id, p.email FROM password_link l LEFT JOIN person p ON p.id = l.person_id
       WHERE l.token_hash = ? AND l.expires_at_ms > ? AND p.disabled_at_ms IS NULL`,
    )
    .get(tokenHash, nowMs);
  // The link for the first owner is over once there is anybody.
  if (row === undefined || (row.person_id === null && countPeople(connection) > 0)) return null;
  return { personId: row.person_id as PersonId | null, email: row.email };
}

export type LinkUse = {
  readonly tokenHash: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly nowMs: number;
};

/** Uses the link up and sets the password, in one transaction; null when the link is over. */
export function redeemPasswordLink(connection: Connection, use: LinkUse): Person | null {
  const redeem = connection.client.transaction(() => {
    const link = findPasswordLink(connection, use.tokenHash, use.nowMs);
    if (link === null) return null;
    const personId = link.personId ?? addFirstOwner(connection, use);
    connection.client
      .prepare('UPDATE person SET password_hash = ?, auth_version = auth_version + 1 WHERE id = ?')
      .run(use.passwordHash, personId);
    connection.client
      .prepare('DELETE FROM password_link WHERE token_hash = ? OR person_id = ?')
      .run(use.tokenHash, personId);
    insertAudit(connection, { personId, act: 'password-set', subject: null, scope: 'link', results: null }, use.nowMs);
    return findPersonById(connection, personId);
  });
  return redeem.immediate();
}

function addFirstOwner(connection: Connection, use: LinkUse): PersonId {
  const { lastInsertRowid } = connection.client
    .prepare(`INSERT INTO person (email, role, created_at_ms) VALUES (?, 'owner', ?)`)
    .run(use.email, use.nowMs);
  return Number(lastInsertRowid) as PersonId;
}
