import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../auth/password.ts';
import { tryPassword } from '../auth/try-password.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/**
 * A person changes their own password; all their sessions end. Throws `forbidden` when the present one is wrong, which
 * counts as a failed sign-in of the account: who finds a browser signed in guesses no faster than a stranger.
 */
export async function changePassword(
  scope: WriteScope,
  input: { current: string; next: string },
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const { id: personId, email, role } = scope.actor.person;
  const event = { personId, subject: null, scope: role, results: null };
  const record = await tryPassword(scope.engine, { email, password: input.current, address: null }, wait);
  if (record === null) {
    await scope.engine.appendAudit([{ ...event, act: 'sign-in-failed' }]);
    throw new AppError('forbidden', 'The present password is not right. Nothing was changed.');
  }
  await scope.engine.setPassword(personId, await hashPassword(input.next), { ...event, act: 'password-set' });
}
