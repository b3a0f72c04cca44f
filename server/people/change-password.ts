import { hashPassword, passwordFits } from '../auth/password.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** A person changes their own password; all their sessions end. Throws `forbidden` when the present one is wrong. */
export async function changePassword(scope: WriteScope, input: { current: string; next: string }): Promise<void> {
  const { person } = scope.actor;
  const record = await scope.engine.findSignIn(person.email);
  if (!(await passwordFits(input.current, record?.passwordHash ?? null))) {
    throw new AppError('forbidden', 'The present password is not right. Nothing was changed.');
  }
  const audit = { personId: person.id, act: 'password-set', subject: null, scope: person.role, results: null } as const;
  await scope.engine.setPassword(person.id, await hashPassword(input.next), audit);
}
