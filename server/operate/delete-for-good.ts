import { type DeletedSession, deleteSession } from '../transcripts/delete-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { purgeAccessUnchecked } from './purge.ts';

/**
 * Deletes a session that the scope may change and purges its bytes from the file. `purged` is false while a reader keeps
 * the log busy; the next start goes on. Throws `not-found`, the same for hidden and for absent.
 */
export async function deleteForGood(
  scope: WriteScope,
  name: string,
): Promise<DeletedSession & { readonly purged: boolean }> {
  const deleted = await deleteSession(scope, name);
  return { ...deleted, purged: await purgeAccessUnchecked(scope.engine) };
}
