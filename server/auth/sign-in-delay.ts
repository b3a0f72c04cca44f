import type { SignInFailures } from '../engine/access-port.ts';

const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 500;
/** Strangers who fail under somebody's e-mail can slow that person down by no more than this. */
const ACCOUNT_DELAY_MAX_MS = 2000;
const ADDRESS_DELAY_MAX_MS = 16_000;

/**
 * How long a sign-in waits, in milliseconds: it doubles with each failure after the third, and is longest for an address
 * that keeps failing. Nobody is ever locked out.
 */
export function signInDelayMs(account: SignInFailures, address: SignInFailures): number {
  return Math.max(growing(account, ACCOUNT_DELAY_MAX_MS), growing(address, ADDRESS_DELAY_MAX_MS));
}

function growing({ failures }: SignInFailures, maxMs: number): number {
  const beyond = failures - FREE_FAILURES;
  return beyond <= 0 ? 0 : Math.min(maxMs, FIRST_DELAY_MS * 2 ** Math.min(beyond - 1, 20));
}
