import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { refuseForeign } from '../auth/origin.ts';
import { AppError } from '../errors.ts';
import { discardUpload, receiveUpload } from '../ingest/receive-upload.ts';
import { type Runtime, uploadsDir } from '../runtime.ts';
import { writeScope } from '../visibility/scope.ts';
import { createContext } from './context.ts';
import { toTrpcError } from './errors.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Takes one file or ZIP as the raw body, `?name=` its name, streamed to disk, and starts its import for the caller.
 * Answers `{jobId}`; `sources.progress` tells how far it is. 401, 403, 413 and 400 leave nothing behind.
 */
export async function serveUpload(runtime: Runtime, request: Request): Promise<Response> {
  const refusal = refuseForeign(request, runtime.settings);
  if (refusal !== null) return refusal;
  try {
    return Response.json({ jobId: await takeUpload(runtime, request) }, { headers: NO_STORE });
  } catch (cause) {
    const error = cause instanceof TRPCError ? cause : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
    const told = toTrpcError(error, 'upload');
    const status = getHTTPStatusCodeFromError(told);
    return Response.json({ error: told.message }, { status, headers: { ...NO_STORE, ...retryAfter(status) } });
  }
}

const NO_STORE = { 'Cache-Control': 'private, no-store' };

async function takeUpload(runtime: Runtime, request: Request): Promise<string> {
  const { actor } = await createContext(runtime, request);
  if (actor === null) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/octet-stream')) {
    throw new TRPCError({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the file itself: content-type application/octet-stream.',
    });
  }
  const query = new URL(request.url).searchParams;
  const name = query.get('name');
  if (name === null || request.body === null)
    throw new AppError('bad-input', 'Give the file as the body and its name as ?name=.');
  const received = await receiveUpload(writeScope(runtime.engine, actor), {
    name,
    body: request.body,
    waitingDir: uploadsDir(runtime.settings),
  });
  const { id, email } = actor.person;
  const restoresDeleted = query.get('restoreDeleted') === '1';
  const { folder } = received;
  return runtime.jobs
    .start(id, { job: 'import-upload', email, folder, restoresDeleted })
    .catch(async (cause: unknown) => {
      await discardUpload(received); // nobody else will
      throw cause;
    });
}
