import type { AnyProcedure, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { refuseForeign } from '../auth/origin.ts';
import { APPEND_BYTES_MAX } from '../contract/append.ts';
import { AppError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { createContext } from './context.ts';
import { retryAfter } from './retry-after.ts';
import { appRouter } from './root.ts';

const ENDPOINT = '/api/trpc';
const BATCH_MAX = 10;
const BODY_MAX_BYTES = 262_144;
/** Of the one call that takes records, from somebody who is signed in: JSON writes some characters as six. */
const APPEND_PATH = `${ENDPOINT}/ingest.append`;
const APPEND_BODY_MAX_BYTES = 2 * APPEND_BYTES_MAX;

/** Serves the router over HTTP: JSON by POST, and subscriptions by GET. Anything else is refused before it is read. */
export async function serveTrpc(runtime: Runtime, request: Request): Promise<Response> {
  const refusal = refuseForeign(request, runtime.settings) ?? refuseForm(request);
  if (refusal !== null) return refusal;
  const maxBytes = (await isKnownAppend(runtime, request)) ? APPEND_BODY_MAX_BYTES : BODY_MAX_BYTES;
  const body = request.method === 'POST' ? await readBody(request, maxBytes) : null;
  if (body === 'too-large') return plain(413, `A request has at most ${maxBytes} bytes.`);
  const { url, method, headers, signal } = request;
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: new Request(url, { method, headers, signal, ...(body === null ? {} : { body }) }),
    router: appRouter,
    allowMethodOverride: true,
    maxBatchSize: BATCH_MAX,
    // Who asks is looked up behind the body: it may take minutes to arrive, and a token may end meanwhile.
    createContext: () => createContext(runtime, request),
    responseMeta: ({ errors }) => statusOf(errors),
  });
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** Who appends is asked before the body is read: a large one is taken from nobody else. A fault is told later. */
async function isKnownAppend(runtime: Runtime, request: Request): Promise<boolean> {
  if (new URL(request.url).pathname !== APPEND_PATH) return false;
  const context = await createContext(runtime, request).catch(() => null);
  return context !== null && context.actor !== null;
}

/** What tRPC has no code for: 410 for what was deleted, and when to come back. */
function statusOf(errors: readonly TRPCError[]): { status?: number; headers?: Record<string, string> } {
  if (errors.length > 0 && errors.every((error) => errorKind(error) === 'gone')) return { status: 410 };
  const later = errors.map((error) => retryAfter(getHTTPStatusCodeFromError(error)));
  return { headers: Object.assign({}, ...later) as Record<string, string> };
}

function errorKind({ cause }: TRPCError): string | null {
  return cause instanceof AppError ? cause.kind : null;
}

/** Queries go by POST: their text stays out of addresses and logs. GET is for event streams only. */
function refuseForm(request: Request): Response | null {
  if (request.method === 'POST') {
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    return type === 'application/json' ? null : plain(415, 'Send JSON: content-type application/json.');
  }
  const { pathname } = new URL(request.url);
  const isStream = STREAMS.has(pathname) && request.headers.get('accept')?.includes('text/event-stream') === true;
  return request.method === 'GET' && isStream ? null : plain(405, 'Calls go by POST.');
}

/** Addresses of the procedures that may be asked by GET. */
const STREAMS: ReadonlySet<string> = new Set(
  Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, AnyProcedure>>)
    .filter(([, procedure]) => procedure._def.type === 'subscription')
    .map(([path]) => `${ENDPOINT}/${path}`),
);

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) return 'too-large';
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function plain(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
