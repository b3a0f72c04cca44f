import type { Settings } from '../env.ts';

/**
 * Refuses a request whose Host is not ours (a name that was rebound to this machine), or that another origin's page sent.
 * It compares headers: the request's own address says `localhost` whatever was sent. Null when all is well.
 */
export function refuseForeign(request: Request, settings: Pick<Settings, 'publicOrigin' | 'port'>): Response | null {
  const origins = allowedOrigins(settings);
  const host = request.headers.get('host');
  if (host === null || !origins.some((origin) => new URL(origin).host === normalHost(host))) {
    return refusal('This address is not one that the server goes by. Set SCROLLBACK_URL to the one that people open.');
  }
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const origin = request.headers.get('origin');
  // A browser names the origin with every POST; a program that carries a token and no cookie has none to name.
  const isProgram = origin === null && !request.headers.has('cookie');
  return isProgram || (origin !== null && origins.includes(origin))
    ? null
    : refusal('This request came from another origin.');
}

export function allowedOrigins({ publicOrigin, port }: Pick<Settings, 'publicOrigin' | 'port'>): readonly string[] {
  const local = ['127.0.0.1', 'localhost', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin);
  return publicOrigin === null ? local : [publicOrigin, ...local];
}

/** A port that is the scheme's own is left out, as in an origin. */
function normalHost(host: string): string {
  return URL.canParse(`http://${host}`) ? host.toLowerCase().replace(/:(?:80|443)$/, '') : '';
}

function refusal(message: string): Response {
  return new Response(message, {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
