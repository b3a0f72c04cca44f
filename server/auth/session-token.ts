import type { JWT } from 'next-auth/jwt';
import type { PersonId } from '../contract/actor.ts';

export const SESSION_MAX_AGE_S = 30 * 24 * 3600;
export const PERSON_CLAIM = 'personId';
export const AUTH_VERSION_CLAIM = 'authVersion';

/** `__Host-` binds the cookie to this very host; browsers take it over https only. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-scrollback.session' : 'scrollback.session';
}

export type SessionClaims = { readonly personId: PersonId; readonly authVersion: number };

/** What a session cookie claims; null when it is missing, forged, foreign or over. */
export async function readSessionCookie(
  cookieHeader: string | null,
  settings: { secret: string; isSecure: boolean },
): Promise<SessionClaims | null> {
  const token = findCookie(cookieHeader ?? '', sessionCookieName(settings.isSecure));
  if (token === null) return null;
  // Loaded when it is used: the command line knows no cookies, and would wait for it at every start.
  const { decode } = await import('next-auth/jwt');
  return readClaims(await decode({ token, secret: settings.secret }).catch(() => null));
}

/** What a token that is ours claims; null when it is none of a person. */
export function readClaims(claims: JWT | null): SessionClaims | null {
  const personId = claims?.[PERSON_CLAIM];
  const authVersion = claims?.[AUTH_VERSION_CLAIM];
  if (typeof personId !== 'number' || typeof authVersion !== 'number') return null;
  return { personId: personId as PersonId, authVersion };
}

function findCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
