import { ZodError } from 'zod';
import { AppError, type ErrorKind } from '../errors.ts';
import { log } from '../log.ts';

/** A failure as data: one plain sentence with the way out. */
export type Failure = { readonly status: 'error' | 'not_found' | 'forbidden'; readonly error: string };

/** The one map from a kind of failure to this transport's word for it. */
const STATUSES: Readonly<Record<ErrorKind, Failure['status']>> = {
  'bad-input': 'error',
  'not-found': 'not_found',
  forbidden: 'forbidden',
  conflict: 'error',
  gone: 'not_found',
  'too-large': 'error',
  busy: 'error',
  limited: 'error',
  timeout: 'error',
  cancelled: 'error',
  broken: 'error',
};

const UNFORESEEN = 'The server could not do this; its log tells more. Try again later.';

/** What a caller is told of a failure: our own sentences, or a fixed one. Raw messages of the store never leave. */
export function toFailure(cause: unknown, tool: string): Failure {
  if (cause instanceof AppError) return { status: STATUSES[cause.kind], error: cause.message };
  if (cause instanceof ZodError) return { status: 'error', error: describeIssue(cause) };
  log.failure('tool failed', cause, { tool });
  return { status: 'error', error: UNFORESEEN };
}

/** Names the field and what it takes; never repeats what was sent. */
function describeIssue({ issues: [issue] }: ZodError): string {
  const field = issue?.path.map(String).join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return 'The call holds a field that this tool does not take. Its input schema lists those that it takes.';
  return field === '' ? 'The input is not an object of the form that this tool takes.' : `${field}: ${issue?.message}`;
}
