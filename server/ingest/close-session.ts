import { notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertMayAppend } from './may-append.ts';

/** Ends the session's open window: an append with a new native id opens the next one. Throws `not-found`, `forbidden`. */
export async function closeSession(scope: WriteScope, name: string): Promise<void> {
  const session = await getSession(scope, name);
  assertMayAppend(scope, session);
  const audit = {
    personId: scope.actor.person.id,
    act: 'session-updated',
    subject: session.sessionId,
    scope: scope.reach.type,
    results: null,
  } as const;
  if (!(await scope.engine.closeSession(scope.reach, session.id, audit))) throw notFound();
}
