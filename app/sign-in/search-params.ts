/** Where to go after signing in: a path of our own origin, or the start page. */
export function readNextPath(params: Readonly<Record<string, string | string[] | undefined>>): string {
  const wanted = params['callbackUrl'];
  if (typeof wanted !== 'string' || wanted.length > 2000) return '/';
  const isOwn = wanted.startsWith('/') && !wanted.startsWith('//') && !/[\\\p{Cc}]/u.test(wanted);
  return isOwn ? wanted : '/';
}
