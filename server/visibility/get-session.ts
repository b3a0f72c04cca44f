import type { SessionSummary } from '../contract/session.ts';
import { AppError, notFound } from '../errors.ts';
import type { ReadScope, WriteScope } from './scope.ts';

/**
 * The one visible session that a key, native id or opaque id means. A key that matches several is the caller's own;
 * otherwise the error lists their ids. Throws `not-found`, the same for hidden and for absent.
 */
export async function getSession(scope: ReadScope | WriteScope, name: string): Promise<SessionSummary> {
  if (name === '') throw new AppError('bad-input', 'The key of the session is empty. Give a key or an id.');
  const found = await scope.engine.findSessions(scope.reach, name);
  const exact = found.filter((session) => session.sessionId === name);
  const own = found.filter((session) => session.ownerEmail === scope.actor.person.email);
  const [first, second] = exact.length > 0 ? exact : own.length > 0 ? own : found;
  if (first === undefined) throw notFound();
  if (second === undefined) return first;
  const ids = found.map((session) => `${session.sessionId} (${session.ownerEmail})`).join(', ');
  throw new AppError('conflict', `Several sessions have this key: ${ids}. Ask for one by its id.`);
}
