import type { Person, PersonId, Role } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';

type PersonRow = { id: number; email: string; role: Role; has_password: number; is_disabled: number };

const SELECT = `SELECT id, email, role, password_hash IS NOT NULL AS has_password, disabled_at_ms IS NOT NULL AS is_disabled FROM person`;

export function findPerson(connection: Connection, email: string): Person | null {
  const row = connection.client.prepare<[string], PersonRow>(`${SELECT} WHERE email = ?`).get(normaliseEmail(email));
  return row === undefined ? null : toPerson(row);
}

export function findPersonById(connection: Connection, id: PersonId): Person | null {
  const row = connection.client.prepare<[number], PersonRow>(`${SELECT} WHERE id = ?`).get(id);
  return row === undefined ? null : toPerson(row);
}

export function listPeople(connection: Connection): readonly Person[] {
  return connection.client.prepare<[], PersonRow>(`${SELECT} ORDER BY email`).all().map(toPerson);
}

/** The first person of role owner who is not disabled. */
export function findFirstOwner(connection: Connection): Person | null {
  const row = connection.client
    .prepare<[], PersonRow>(`${SELECT} WHERE role = 'owner' AND disabled_at_ms IS NULL ORDER BY id LIMIT 1`)
    .get();
  return row === undefined ? null : toPerson(row);
}

export function countPeople(connection: Connection): number {
  return connection.client.prepare<[], { count: number }>('SELECT count(*) AS count FROM person').get()?.count ?? 0;
}

/** Throws `conflict` when the e-mail is taken. */
export function addPerson(
  connection: Connection,
  person: { email: string; role: Role },
  { audit, nowMs }: { audit?: AuditEvent | undefined; nowMs: number },
): Person {
  const email = normaliseEmail(person.email);
  const add = connection.client.transaction(() => {
    if (findPerson(connection, email) !== null) throw new AppError('conflict', `There is a person ${email} already.`);
    const { lastInsertRowid } = connection.client
      .prepare('INSERT INTO person (email, role, created_at_ms) VALUES (?, ?, ?)')
      .run(email, person.role, nowMs);
    if (audit !== undefined) insertAudit(connection, { ...audit, subject: String(lastInsertRowid) }, nowMs);
  });
  add.immediate();
  const added = findPerson(connection, email);
  if (added === null) throw new AppError('broken', `The person ${email} was not stored.`);
  return added;
}

function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id as PersonId,
    email: row.email,
    role: row.role,
    hasPassword: row.has_password === 1,
    isDisabled: row.is_disabled === 1,
  };
}
