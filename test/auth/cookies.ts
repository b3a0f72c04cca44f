import { encode, type JWT } from 'next-auth/jwt';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';

export const AUTH = { secret: 'a secret of this very test, long enough', isSecure: false } as const;
export const COOKIE_NAME = 'scrollback.session';

type CookieOptions = { readonly secret?: string; readonly maxAge?: number; readonly name?: string };

/** A session cookie as next-auth gives it to a person who signs in now. */
export async function cookieOf(engine: Engine, person: Person): Promise<string> {
  const record = await engine.findSignIn(person.email);
  return cookieWith({ personId: person.id, authVersion: record?.authVersion ?? 0 });
}

export async function cookieWith(
  claims: JWT,
  { secret = AUTH.secret, maxAge = 3600, name = COOKIE_NAME }: CookieOptions = {},
): Promise<string> {
  return `${name}=${await encode({ token: claims, secret, maxAge })}`;
}
