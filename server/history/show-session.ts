import type { ShownSession } from '../contract/session.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

/** One session by id, key or native id, without its row id. Throws `not-found`. */
export async function showSession(scope: ReadScope, name: string): Promise<ShownSession> {
  const { id: _, ...shown } = await getSession(scope, name);
  return shown;
}
