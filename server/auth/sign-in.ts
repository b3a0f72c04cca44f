import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonId } from '../contract/actor.ts';
import { emailSchema } from '../contract/person.ts';
import type { Engine } from '../engine/engine.ts';
import { tryPassword } from './try-password.ts';

export type SignInAttempt = { readonly email: string; readonly password: string; readonly address: string };
export type SignedIn = { readonly personId: PersonId; readonly email: string; readonly authVersion: number };

/**
 * Checks e-mail and password, with delays by account and by address that outlive a restart. Null for whatever is wrong:
 * unknown, disabled and wrong password look and take the same. Throws `busy` when too many are being checked.
 */
export async function signIn(
  engine: Engine,
  attempt: SignInAttempt,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<SignedIn | null> {
  const { password, address } = attempt;
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  const record = await tryPassword(engine, { email, password, address }, wait);
  if (record === null) {
    await engine.appendAudit([{ personId: null, act: 'sign-in-failed', subject: null, scope: 'none', results: null }]);
    return null;
  }
  const { person, authVersion } = record;
  await engine.appendAudit([{ personId: person.id, act: 'sign-in', subject: null, scope: person.role, results: null }]);
  return { personId: person.id, email: person.email, authVersion };
}
