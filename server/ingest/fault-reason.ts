import { AppError } from '../errors.ts';
import { log } from '../log.ts';

/** Why a file was not imported, in words that go on from its path. What nobody foresaw goes to the log. */
export function faultReason(file: string, cause: unknown): string {
  if (cause instanceof AppError) return cause.message;
  if (cause instanceof Error && 'syscall' in cause && 'code' in cause) return systemReason(file, String(cause.code));
  log.failure('file not imported', cause, { file });
  return 'an unexpected fault stopped this file; the log tells more';
}

function systemReason(file: string, code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read by this user';
  if (code === 'ENOENT') return file.includes('\uFFFD') ? 'its name is not valid UTF-8: rename it' : 'it is gone';
  if (code === 'ELOOP') return 'it became a symbolic link';
  return `it could not be read (${code})`;
}
