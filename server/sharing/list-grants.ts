import type { Grant } from '../contract/grant.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Grants in force on a session, for those who may give them. Throws `not-found`. */
export async function listGrants(scope: WriteScope, sessionName: string): Promise<readonly Grant[]> {
  const session = await getSession(scope, sessionName);
  return scope.engine.listGrants(scope.reach, session.id);
}
