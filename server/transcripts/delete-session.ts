import { notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';

export type DeletedSession = { readonly sessionKey: string; readonly entries: number };

/**
 * Deletes a session that the scope may change: entries, index rows, records and sources in one transaction. Its bytes are
 * purged from the file afterwards (`operate/purge.ts`). Throws `not-found`, the same for hidden and for absent.
 */
export async function deleteSession(scope: WriteScope, name: string): Promise<DeletedSession> {
  const session = await getSession(scope, name);
  const { id: personId } = scope.actor.person;
  const audit = {
    personId,
    act: 'delete',
    subject: session.sessionId,
    scope: scope.reach.type,
    results: null,
  } as const;
  const deleted = await scope.engine.deleteSession(scope.reach, session.id, audit);
  if (deleted === null) throw notFound();
  return { sessionKey: session.sessionKey, entries: deleted.entries };
}
