/** The kinds of failure that rooms throw. Each transport has one map from kind to its own code. */
export type ErrorKind =
  | 'bad-input' // the caller can mend it; the message says how
  | 'not-found' // does not exist, or the caller may not see it: never told apart
  | 'forbidden'
  | 'conflict'
  | 'gone' // deleted earlier, not brought back
  | 'too-large'
  | 'busy' // try again later
  | 'limited' // the caller sent too much for now: go on after a pause
  | 'timeout'
  | 'cancelled'
  | 'broken'; // the store or the installation is not as it must be

/** A failure with one plain sentence that names the thing and the way out. Messages never hold transcript text. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }

  /** Next bundles the start of the server apart from its routes, so this class exists twice: each knows the other's. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && value.name === 'AppError' && 'kind' in value;
  }
}

const DISK_FULL: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** What a failure of the store or the file system comes to where there is no space left; null for any other. */
export function diskFull(cause: unknown): AppError | null {
  if (!(cause instanceof Error && 'code' in cause && DISK_FULL.has(cause.code))) return null;
  return new AppError(
    'busy',
    'The disk of the server is full. Nothing of this was stored: make space, then try again.',
  );
}

/** The one text for what does not exist and for what the caller may not see. */
export function notFound(): AppError {
  return new AppError('not-found', 'Not found: there is no such session here, or it is not shared with you.');
}
