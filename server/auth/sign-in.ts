import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonId } from '../contract/actor.ts';
import { emailSchema } from '../contract/person.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { passwordFits } from './password.ts';
import { signInDelayMs } from './sign-in-delay.ts';

/** Passwords that are hashed at once. More are turned away, so that a flood cannot hold the server's memory. */
const HASHED_AT_ONCE_MAX = 32;

export type SignInAttempt = { readonly email: string; readonly password: string; readonly address: string };
export type SignedIn = { readonly personId: PersonId; readonly email: string; readonly authVersion: number };

let hashedAtOnce = 0;

/**
 * Checks e-mail and password, with delays by account and by address that outlive a restart. Null for whatever is wrong:
 * unknown, disabled and wrong password look and take the same. Throws `busy` when too many are being checked.
 */
export async function signIn(
  engine: Engine,
  attempt: SignInAttempt,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<SignedIn | null> {
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  const keys = { account: keyHash('account', email), address: keyHash('address', attempt.address) };
  const [account, address] = await engine.signInFailures([keys.account, keys.address]);
  if (account !== undefined && address !== undefined) await wait(signInDelayMs(account, address));
  const record = await engine.findSignIn(email);
  const fits = await fitsInTurn(attempt.password, record?.passwordHash ?? null);
  if (record === null || !fits || record.person.isDisabled) {
    await engine.noteSignInFailure([keys.account, keys.address]);
    await engine.appendAudit([{ personId: null, act: 'sign-in-failed', subject: null, scope: 'none', results: null }]);
    return null;
  }
  await engine.clearSignInFailures(keys.account);
  const personId = record.person.id;
  await engine.appendAudit([{ personId, act: 'sign-in', subject: null, scope: record.person.role, results: null }]);
  return { personId, email: record.person.email, authVersion: record.authVersion };
}

/** Only hashing takes a place: strangers who wait out a delay keep nobody else out. */
async function fitsInTurn(password: string, passwordHash: string | null): Promise<boolean> {
  if (hashedAtOnce >= HASHED_AT_ONCE_MAX)
    throw new AppError('busy', 'Too many people are signing in at once. Try again in a moment.');
  hashedAtOnce += 1;
  try {
    return await passwordFits(password, passwordHash);
  } finally {
    hashedAtOnce -= 1;
  }
}

/** Neither e-mails that were tried nor addresses are kept in the clear. */
function keyHash(kind: string, value: string): string {
  return createHash('sha256').update(`${kind}\n${value}`).digest('base64url');
}
