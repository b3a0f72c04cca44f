import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { Engine } from '../engine/engine.ts';
import { AUTH_VERSION_CLAIM, PERSON_CLAIM, readClaims, SESSION_MAX_AGE_S, sessionCookieName } from './session-token.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export type AuthSettings = {
  /** Signs and encrypts session tokens. */
  readonly secret: string;
  /** True when people reach the server by https. */
  readonly isSecure: boolean;
};

/**
 * next-auth over the people of our own database. The token holds a person's id and the version of their sign-in, and
 * counts only while the database has the same version (`actor.ts`).
 */
export function authOptions(engine: Engine, settings: AuthSettings): NextAuthOptions {
  return {
    secret: settings.secret,
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    useSecureCookies: settings.isSecure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(settings.isSecure),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.isSecure },
      },
    },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: async (credentials, request) => {
          const address = lastForwarded(request.headers?.['x-forwarded-for']);
          const attempt = { email: credentials?.email ?? '', password: credentials?.password ?? '', address };
          const person = await signIn(engine, attempt);
          if (person === null) return null;
          return { id: String(person.personId), email: person.email, authVersion: person.authVersion };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        if (user !== undefined && 'authVersion' in user) {
          return { [PERSON_CLAIM]: Number(user.id), [AUTH_VERSION_CLAIM]: Number(user.authVersion) };
        }
        return token;
      },
      // The session endpoint tells nothing: who somebody is comes from the database with each request.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownPath(url, baseUrl),
    },
    events: { signOut: ({ token }) => signOut(engine, readClaims(token)) },
  };
}

/** The address that the nearest proxy, or Next itself, saw; what stands before it was said by the caller. */
function lastForwarded(header: unknown): string {
  return typeof header === 'string' ? (header.split(',').at(-1)?.trim() ?? '') : '';
}

/** Only a path of our own origin; anything else leads to the start page. */
export function ownPath(url: string, baseUrl: string): string {
  const isPath = url.startsWith('/') && !url.startsWith('//') && !/[\\\p{Cc}]/u.test(url) && url.length <= 2000;
  if (isPath) return `${baseUrl}${url}`;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // A `blob:` address has the origin of the page that made it; the normal form holds no control characters.
  const isOwn =
    parsed !== null &&
    parsed.origin === new URL(baseUrl).origin &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    url.length <= 2000;
  return isOwn ? parsed.href : baseUrl;
}
