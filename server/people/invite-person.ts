import { makePasswordToken } from '../auth/password-link.ts';
import type { Role } from '../contract/actor.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertOwner } from './guard.ts';

/**
 * Adds a person, and gives the token of the link by which they choose a password. For owners.
 * Throws `conflict` when the e-mail is taken.
 */
export async function invitePerson(
  scope: WriteScope,
  input: { email: string; role: Role },
  nowMs: number,
): Promise<{ email: string; token: string }> {
  const by = assertOwner(scope);
  const audit = { personId: by, act: 'person-added', subject: null, scope: 'owner', results: null } as const;
  const person = await scope.engine.addPerson(input, audit);
  const token = await makePasswordToken(scope.engine, { for: person.id, by, nowMs });
  return { email: person.email, token };
}
