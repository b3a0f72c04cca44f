import { createHash } from 'node:crypto';
import type { SignInRecord } from '../engine/access-port.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { passwordFits } from './password.ts';
import { signInDelayMs } from './sign-in-delay.ts';

/** Passwords that are hashed at once. More are turned away, so that a flood cannot hold the server's memory. */
const HASHED_AT_ONCE_MAX = 32;
const NO_FAILURES = { failures: 0, lastAtMs: 0 };

export type PasswordTry = {
  /** Normalised; empty for what is no e-mail address. */
  readonly email: string;
  readonly password: string;
  /** Where the try comes from; null when the account alone is to be slowed. */
  readonly address: string | null;
};

let hashedAtOnce = 0;

/**
 * Checks a password after the wait that earlier failures of the account and the address have earned, and counts it.
 * Null for whatever is wrong, with the same work: unknown, disabled, wrong. Throws `busy` when too many are being checked.
 */
export async function tryPassword(
  engine: Engine,
  { email, password, address }: PasswordTry,
  wait: (ms: number) => Promise<unknown>,
): Promise<SignInRecord | null> {
  const account = keyHash('account', email);
  const keys = address === null ? [account] : [account, keyHash('address', address)];
  const [ofAccount = NO_FAILURES, ofAddress = NO_FAILURES] = await engine.signInFailures(keys);
  await wait(signInDelayMs(ofAccount, ofAddress));
  const record = await engine.findSignIn(email);
  const fits = await fitsInTurn(password, record?.passwordHash ?? null);
  if (record === null || !fits || record.person.isDisabled) {
    await engine.noteSignInFailure(keys);
    return null;
  }
  await engine.clearSignInFailures(account);
  return record;
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
