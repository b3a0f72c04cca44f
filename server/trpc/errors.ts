import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { AppError, type ErrorKind } from '../errors.ts';
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
  timeout: 'SERVICE_UNAVAILABLE',
  cancelled: 'CLIENT_CLOSED_REQUEST',
  broken: 'INTERNAL_SERVER_ERROR',
};

const UNFORESEEN = 'The server could not do this; its log tells more. Nothing is half-written.';
const BAD_REQUEST = 'The request is not of the form that this call takes.';

/** What the caller is told: our own sentences, or a fixed one. Raw messages of the store never leave. */
export function toTrpcError(error: TRPCError, path: string | undefined): TRPCError {
  const { cause } = error;
  if (cause instanceof AppError) return new TRPCError({ code: CODES[cause.kind], message: cause.message, cause });
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    return new TRPCError({ code: 'BAD_REQUEST', message: describeIssue(cause) });
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return new TRPCError({ code: error.code, message: error.message });
  log.failure('procedure failed', cause ?? error, { path });
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: UNFORESEEN });
}

/** Names the field and what it takes; never repeats what was sent. */
function describeIssue(error: ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return BAD_REQUEST;
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return 'The request holds a field that this call does not take.';
  return field === '' ? BAD_REQUEST : `${field}: ${issue.message}`;
}

export function unforeseenMessage(): string {
  return UNFORESEEN;
}
