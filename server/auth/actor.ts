import type { Actor } from '../contract/actor.ts';
import type { Engine } from '../engine/engine.ts';
import type { AuthSettings } from './options.ts';
import { readSessionCookie } from './session-token.ts';
import { bearerHash } from './token-secret.ts';
import { noteTokenUse } from './token-uses.ts';

/**
 * The one way from a request to who asks. Null when nobody is signed in, or something ended the session: signing out
 * everywhere, a new password, another role, disabling; and for a token that is unknown, over or revoked, or whose person is
 * disabled. It asks the database each time.
 */
export async function requestActor(engine: Engine, headers: Headers, settings: AuthSettings): Promise<Actor | null> {
  // A request that carries a bearer token is a program's: its cookie, if any, does not count.
  if (headers.has('authorization')) return bearerActor(engine, headers);
  const claims = await readSessionCookie(headers.get('cookie'), settings);
  if (claims === null) return null;
  const person = await engine.findSignedIn(claims.personId, claims.authVersion);
  return person === null ? null : { type: 'person', person };
}

export type TokenActor = Extract<Actor, { type: 'token' }>;

/** The token that a request carries, where it counts; its cookie never does here. */
export async function bearerActor(engine: Engine, headers: Headers): Promise<TokenActor | null> {
  const secretHash = bearerHash(headers);
  const found = secretHash === null ? null : await engine.findToken(secretHash);
  if (found === null) return null;
  const { person, token, isUseNoted } = found;
  if (!isUseNoted) noteTokenUse(engine, token.id);
  return { type: 'token', person, token };
}
