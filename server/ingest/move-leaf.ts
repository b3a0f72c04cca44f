import type { MoveLeafInput } from '../contract/append.ts';
import { AppError } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertMayAppend } from './may-append.ts';

/**
 * Makes a stored entry the one that the active branch ends in: a rewind, or a change of branch. What is appended next
 * without a parent goes on from there. Throws `not-found`, `forbidden`, `too-large`.
 */
export async function moveLeaf(scope: WriteScope, { session: name, messageId }: MoveLeafInput): Promise<void> {
  const session = await getSession(scope, name);
  assertMayAppend(scope, session);
  const audit = {
    personId: scope.actor.person.id,
    act: 'branch-switched',
    subject: session.sessionId,
    scope: scope.reach.type,
    results: null,
  } as const;
  if (await scope.engine.moveLeaf(scope.reach, { sessionId: session.id, messageId }, audit)) return;
  throw new AppError('not-found', 'This session holds no such entry.');
}
