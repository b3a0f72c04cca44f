import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { AppError, diskFull, type ErrorKind } from '../errors.ts';
import { log } from '../log.ts';

/** The one map from a kind of failure to this transport's code. */
const CODES: Readonly<Record<ErrorKind, TRPCError['code']>> = {
  'bad-input': 'BAD_REQUEST',
  'not-found': 'NOT_FOUND',
  forbidden: 'FORBIDDEN',
  conflict: 'CONFLICT',
  gone: 'NOT_FOUND',
  'too-large': 'PAYLOAD_TOO_LARGE',
  busy: 'SERVICE_UNAVAILABLE',
  limited: 'TOO_MANY_REQUESTS',
  timeout: 'SERVICE_UNAVAILABLE',
  cancelled: 'CLIENT_CLOSED_REQUEST',
  broken: 'INTERNAL_SERVER_ERROR',
};

const UNFORESEEN = 'The server could not do this; its log tells more. Nothing is half-written.';
const NO_SUCH_CALL = 'Not found: there is no such call.';
const BAD_REQUEST = 'The request is not of the form that this call takes.';

/** An error that the caller may be told as it is: it went through `toTrpcError`. */
class ToldError extends TRPCError {}

/** What the caller is told: our own sentences, or a fixed one. Raw messages of the store and of parsers never leave. */
export function toTrpcError(error: TRPCError, path: string | undefined): TRPCError {
  if (error instanceof ToldError) return error;
  const { cause, code } = error;
  if (cause instanceof AppError) return new ToldError({ code: CODES[cause.kind], message: cause.message, cause });
  if (code === 'BAD_REQUEST' && cause !== undefined) return new ToldError({ code, message: describeCause(cause) });
  if (code === 'NOT_FOUND') return new ToldError({ code, message: NO_SUCH_CALL });
  if (code !== 'INTERNAL_SERVER_ERROR') return new ToldError({ code, message: error.message });
  log.failure('procedure failed', cause ?? error, { path });
  const full = diskFull(cause);
  if (full !== null) return new ToldError({ code: CODES[full.kind], message: full.message, cause: full });
  return new ToldError({ code, message: UNFORESEEN });
}

/** Names the field and what it takes; never repeats what was sent, as a JSON parser's message does. */
function describeCause(cause: Error): string {
  const issue = cause instanceof ZodError ? cause.issues[0] : undefined;
  if (issue === undefined) return BAD_REQUEST;
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return 'The request holds a field that this call does not take.';
  return field === '' ? BAD_REQUEST : `${field}: ${issue.message}`;
}
