import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';
import { refuseForeign } from '../auth/origin.ts';
import { PUSH_BODY_MAX, pushInput } from '../contract/push.ts';
import { AppError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { ingestScope } from '../visibility/scope.ts';
import { createContext } from './context.ts';
import { toTrpcError } from './errors.ts';
import { retryAfter } from './retry-after.ts';

const NO_STORE = { 'Cache-Control': 'private, no-store' };
const RETRY_AFTER_S = 2;

/**
 * Takes a piece of a growing file as the raw body: `?place=`, `name=`, `offset=`, `prefix=` the SHA-256 of what comes before,
 * `replace=1` to begin anew. 200 and 409 answer `{size, sha256}` of what is on disk here: with 409 the piece was not taken.
 * An empty body asks. 401, 403, 410, 413 and 429 (with Retry-After) say why in one sentence.
 */
export async function servePush(runtime: Runtime, request: Request): Promise<Response> {
  const refusal = refuseForeign(request, runtime.settings);
  if (refusal !== null) return refusal;
  try {
    const { fits, state } = await takePiece(runtime, request);
    return Response.json(state, { status: fits ? 200 : 409, headers: NO_STORE });
  } catch (cause) {
    return failed(cause);
  }
}

async function takePiece(runtime: Runtime, request: Request): ReturnType<Runtime['push']['receive']> {
  const { actor, lookAgain } = await createContext(runtime, request);
  if (actor === null) throw unknownSender();
  if (request.headers.get('content-type') !== 'application/octet-stream') {
    const message = 'Send the bytes themselves: content-type application/octet-stream.';
    throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message });
  }
  const input = pushInput.parse(Object.fromEntries(new URL(request.url).searchParams));
  const bytes = await readBody(request);
  // A body may take minutes to arrive, and a token may end meanwhile.
  const sender = await lookAgain();
  if (sender === null) throw unknownSender();
  return runtime.push.receive(ingestScope(runtime.engine, sender), input, bytes);
}

function unknownSender(): TRPCError {
  return new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in, or send a token.' });
}

async function readBody(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > PUSH_BODY_MAX) throw new AppError('too-large', `A piece has at most ${PUSH_BODY_MAX} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function failed(cause: unknown): Response {
  const code = cause instanceof ZodError ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
  const told = toTrpcError(cause instanceof TRPCError ? cause : new TRPCError({ code, cause }), 'push');
  const isGone = cause instanceof AppError && cause.kind === 'gone';
  const status = isGone ? 410 : getHTTPStatusCodeFromError(told);
  const headers = { ...NO_STORE, ...retryAfter(status, RETRY_AFTER_S) };
  return Response.json({ error: told.message }, { status, headers });
}
