import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Ends a grant from the next request on, also for cursors and streams that are open. Throws `not-found`. */
export async function revokeGrant(scope: WriteScope, grantId: number): Promise<void> {
  const audit = {
    personId: scope.actor.person.id,
    act: 'revoke',
    subject: String(grantId),
    scope: scope.reach.type,
    results: null,
  } as const;
  if (!(await scope.engine.revokeGrant(scope.reach, grantId, audit))) {
    throw new AppError('not-found', 'Not found: there is no such grant, or it is over already.');
  }
}
