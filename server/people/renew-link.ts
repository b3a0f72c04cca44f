import { makePasswordToken } from '../auth/password-link.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertOwner } from './guard.ts';

/** A new link for somebody who lost theirs or forgot the password; earlier ones are void. For owners. */
export async function renewPasswordLink(
  scope: WriteScope,
  input: { email: string },
  nowMs: number,
): Promise<{ email: string; token: string }> {
  const by = assertOwner(scope);
  const person = await scope.engine.findPerson(input.email);
  if (person === null) throw new AppError('not-found', `There is no person ${input.email}.`);
  return { email: person.email, token: await makePasswordToken(scope.engine, { for: person.id, by, nowMs }) };
}
