import type { Actor } from '../contract/actor.ts';
import type { Engine } from '../engine/engine.ts';
import type { AuthSettings } from './options.ts';
import { readSessionCookie } from './session-token.ts';

/**
 * The one way from a request to who asks. Null when nobody is signed in, or something ended the session: signing out
 * everywhere, a new password, another role, disabling. It asks the database each time.
 */
export async function requestActor(engine: Engine, headers: Headers, settings: AuthSettings): Promise<Actor | null> {
  // A request that carries a bearer token is a program's: its cookie, if any, does not count.
  if (headers.has('authorization')) return null;
  const claims = await readSessionCookie(headers.get('cookie'), settings);
  if (claims === null) return null;
  const person = await engine.findSignedIn(claims.personId, claims.authVersion);
  return person === null ? null : { type: 'person', person };
}
