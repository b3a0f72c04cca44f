import type { Person, PersonId, Role } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { SignInRecord } from '../access-port.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { findPerson, findPersonById } from './people.ts';

export function findSignIn(connection: Connection, email: string): SignInRecord | null {
  const person = findPerson(connection, email);
  if (person === null) return null;
  const row = connection.client
    .prepare<[number], { password_hash: string | null; auth_version: number }>(
      'SELECT password_hash, auth_version FROM person WHERE id = ?',
    )
    .get(person.id);
  return row === undefined ? null : { person, passwordHash: row.password_hash, authVersion: row.auth_version };
}

/** The person of a signed-in session that nothing has ended since. */
export function findSignedIn(connection: Connection, personId: PersonId, authVersion: number): Person | null {
  const row = connection.client
    .prepare('SELECT 1 FROM person WHERE id = ? AND auth_version = ? AND disabled_at_ms IS NULL')
    .get(personId, authVersion);
  return row === undefined ? null : findPersonById(connection, personId);
}

export type Change = { readonly personId: PersonId; readonly audit: AuditEvent; readonly nowMs: number };

/** Changes role or standing, ends the person's sessions (disabling their tokens too), and never leaves the instance without an owner. */
export function changePerson(
  connection: Connection,
  change: Change & { to: { role?: Role; isDisabled?: boolean } },
): Person | null {
  const { personId, to, nowMs } = change;
  const act = connection.client.transaction(() => {
    const before = findPersonById(connection, personId);
    if (before === null) return null;
    const isDisabled = to.isDisabled ?? before.isDisabled;
    connection.client
      .prepare('UPDATE person SET role = ?, disabled_at_ms = ?, auth_version = auth_version + 1 WHERE id = ?')
      .run(to.role ?? before.role, isDisabled ? nowMs : null, personId);
    const owners = connection.client
      .prepare<[], { count: number }>(
        `SELECT count(*) AS count FROM person WHERE role = 'owner' AND disabled_at_ms IS NULL`,
      )
      .get();
    if ((owners?.count ?? 0) === 0) {
      throw new AppError('conflict', 'This is the last owner. Make another person an owner first.');
    }
    // For good: a token must not come back to life with its person.
    if (isDisabled) {
      connection.client
        .prepare('UPDATE agent_token SET revoked_at_ms = ? WHERE person_id = ? AND revoked_at_ms IS NULL')
        .run(nowMs, personId);
    }
    insertAudit(connection, change.audit, nowMs);
    return findPersonById(connection, personId);
  });
  return act.immediate();
}

export function setPassword(connection: Connection, change: Change & { passwordHash: string }): void {
  const act = connection.client.transaction(() => {
    connection.client
      .prepare('UPDATE person SET password_hash = ?, auth_version = auth_version + 1 WHERE id = ?')
      .run(change.passwordHash, change.personId);
    // Whoever sets a password out of band also voids the links that would set it again.
    connection.client.prepare('DELETE FROM password_link WHERE person_id = ?').run(change.personId);
    insertAudit(connection, change.audit, change.nowMs);
  });
  act.immediate();
}
