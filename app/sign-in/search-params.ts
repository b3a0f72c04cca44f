/** Stands for our own origin, whatever it is called. */
const OWN = 'http://own.invalid';

/** Where to go after signing in: a path of our own origin, or the start page. */
export function readNextPath(params: Readonly<Record<string, string | string[] | undefined>>): string {
  const wanted = params['callbackUrl'];
  if (typeof wanted !== 'string' || wanted.length > 2000) return '/';
  if (!wanted.startsWith('/') || wanted.startsWith('//') || /[\\\p{Cc}]/u.test(wanted)) return '/';
  // In its normal form `/.//elsewhere` begins with two slashes too.
  const { pathname, search, hash } = new URL(wanted, OWN);
  return pathname.startsWith('//') ? '/' : `${pathname}${search}${hash}`;
}
