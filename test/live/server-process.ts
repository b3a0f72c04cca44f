/** The server's own doors, runtime and children in a plain Node process: what can be killed and started within a second. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { endStreamsOnSignals, getRuntime } from '../../server/runtime.ts';
import { serveTrpc } from '../../server/trpc/http.ts';
import { servePush } from '../../server/trpc/push.ts';

export const LIVE_SERVER = 'live-server';

/** Serves on the port of the environment, and says `ready` on standard output when it does. */
export function runLiveServer(): void {
  const runtime = getRuntime();
  endStreamsOnSignals(process);
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(runtime.settings.port, '127.0.0.1', () => process.stdout.write('ready\n'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = toRequest(incoming, outgoing);
    const serveOne = request.url.includes('/api/push?') ? servePush : serveTrpc;
    const response = await serveOne(runtime, request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body as NodeStream).pipe(outgoing);
  }
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' };
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: Object.entries(withCookie(headers)).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
    signal: gone.signal,
    ...body,
  });
}

/** A bearer token that is a cookie in base64url stands for the person who has that cookie. */
function withCookie({ authorization, ...headers }: IncomingMessage['headers']): IncomingMessage['headers'] {
  if (authorization === undefined) return headers;
  const cookie = Buffer.from(authorization.replace('Bearer ', ''), 'base64url').toString();
  return { ...headers, cookie, origin: `http://${headers.host ?? ''}` };
}
