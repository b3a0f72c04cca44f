import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';
import { refuseForeign } from '../auth/origin.ts';
import { type ExportFile, exportInput, hitsExportInput, sessionListExportInput } from '../contract/export.ts';
import { AppError } from '../errors.ts';
import { exportHits } from '../history/export-hits.ts';
import { exportSession } from '../history/export-session.ts';
import { exportSessionList } from '../history/export-session-list.ts';
import { log } from '../log.ts';
import { type Runtime, shutdownSignal } from '../runtime.ts';
import { personActor, type ReadScope, readScope } from '../visibility/scope.ts';
import { contentDisposition } from './content-disposition.ts';
import { createContext } from './context.ts';
import { toTrpcError } from './errors.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Sends one session as a file: `?as=jsonl|markdown|html`, `&branch=` a message id, `&tools=0` without tools. 400, 401, 403
 * and 404 are told as JSON; what fails later breaks the connection off, so that no half file passes for a whole one.
 */
export function serveExport(runtime: Runtime, request: Request, session: string): Promise<Response> {
  return serve(runtime, request, (scope, { tools, ...asked }) =>
    exportSession(scope, exportInput.parse({ ...asked, session, ...flag('includeTools', tools) })),
  );
}

/**
 * Sends a list as `?as=csv`: the hits of `&query=` with the fields of `sessions.search`, else sessions with those of
 * `sessions.list`. `X-Scrollback-Rows` counts the rows, `X-Scrollback-Cut` is 1 when there are more.
 */
export function serveListExport(runtime: Runtime, request: Request): Promise<Response> {
  return serve(runtime, request, (scope, { as, archived, kinds, ...asked }, signal) => {
    if (as !== 'csv') throw new AppError('bad-input', 'Lists come as CSV: add as=csv.');
    if (asked['query'] !== undefined) {
      const input = hitsExportInput.parse({ ...asked, ...given({ archived, kinds }) });
      return exportHits(scope, input, { nowMs: Date.now(), signal });
    }
    const input = { ...asked, ...flag('archived', archived), ...given({ kinds: kinds?.split(',') }) };
    return exportSessionList(scope, sessionListExportInput.parse(input));
  });
}

type Asked = Readonly<Record<string, string | undefined>>;
type MakeFile = (scope: ReadScope, asked: Asked, signal: AbortSignal) => Promise<ExportFile & Partial<Counts>>;
type Counts = { readonly rows: number; readonly isCut: boolean };

const NO_STORE = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };

async function serve(runtime: Runtime, request: Request, make: MakeFile): Promise<Response> {
  const refusal = refuseForeign(request, runtime.settings);
  if (refusal !== null) return refusal;
  const signal = AbortSignal.any([request.signal, shutdownSignal()]);
  try {
    refuseOtherSites(request);
    const { actor } = await createContext(runtime, request);
    if (actor === null) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
    const file = await make(readScope(runtime.engine, personActor(actor)), readAsked(request), signal);
    return new Response(streamOf(file.chunks, signal), { headers: headersOf(file) });
  } catch (cause) {
    const told = toTrpcError(asTrpcError(cause), 'export');
    const status = getHTTPStatusCodeFromError(told);
    return Response.json({ error: told.message }, { status, headers: { ...NO_STORE, ...retryAfter(status) } });
  }
}

/** Browsers say where a request comes from, over https and on this machine; programs and plain http say nothing. */
function refuseOtherSites(request: Request): void {
  if (request.method !== 'GET') throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: 'Exports go by GET.' });
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  throw new TRPCError({ code: 'FORBIDDEN', message: 'This request came from another site.' });
}

/** A name that is given twice would be read in two ways. */
function readAsked(request: Request): Asked {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  if (new Set(names).size < names.length) throw new AppError('bad-input', 'A name is given twice in the address.');
  return Object.fromEntries(searchParams);
}

function flag(name: string, value: string | undefined): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value === '1' || value === '0' ? value === '1' : value };
}

function given(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function asTrpcError(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  return new TRPCError({ code: cause instanceof ZodError ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR', cause });
}

/** The policy is for a browser that shows the file all the same: it runs nothing and loads nothing. */
function headersOf({ name, mediaType, rows, isCut }: ExportFile & Partial<Counts>): Record<string, string> {
  return {
    ...NO_STORE,
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(name),
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...(rows === undefined ? {} : { 'X-Scrollback-Rows': String(rows) }),
    ...(isCut === true ? { 'X-Scrollback-Cut': '1' } : {}),
  };
}

/** Reads on only when the caller takes more, and ends the reading when the caller is gone or the server stops. */
function streamOf(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        signal.throwIfAborted();
        const next = await reading.next();
        if (isCancelled) return;
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (cause) {
        await reading.return?.();
        if (!signal.aborted) log.failure('export broke off', cause);
        controller.error(new AppError('cancelled', 'The export broke off.'));
      }
    },
    async cancel() {
      isCancelled = true;
      await reading.return?.();
    },
  });
}
