import { type Spool, spooledOf } from '../ingest/spool.ts';
import { type DeletedSession, deleteSession } from '../transcripts/delete-session.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { purgeAccessUnchecked } from './purge.ts';

/**
 * Deletes a session that the scope may change, with the copies of its files that were pushed, and purges its bytes from the file. `purged` is false while a reader keeps
 * the log busy; the next start goes on. Throws `not-found`, the same for hidden and for absent.
 */
export async function deleteForGood(
  scope: WriteScope,
  name: string,
  spool: Spool,
): Promise<DeletedSession & { readonly purged: boolean }> {
  const session = await getSession(scope, name);
  const sources = await scope.engine.pushedSources(scope.reach, session.id);
  const deleted = await deleteSession(scope, session.sessionId);
  for (const { ownerId, path } of sources) {
    const file = spooledOf(ownerId, path);
    if (file !== null) await spool.remove(file);
  }
  return { ...deleted, purged: await purgeAccessUnchecked(scope.engine) };
}
