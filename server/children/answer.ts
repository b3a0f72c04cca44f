import type { ChildAnswer, JobAnswer, ReadAnswer } from '../engine/child-messages.ts';
import { AppError, diskFull } from '../errors.ts';
import { log } from '../log.ts';

/** Sends an answer to the parent. Without a parent there is nobody to work for. */
export function answer(message: JobAnswer | ReadAnswer): void {
  if (process.send === undefined) process.exit(1);
  process.send(message);
}

/** What the parent is told of a failure: our own words, or one fixed sentence with the cause in the log. */
export function failure(id: number, cause: unknown): Extract<ChildAnswer, { type: 'failure' }> {
  if (cause instanceof AppError) return { type: 'failure', id, kind: cause.kind, message: cause.message };
  log.failure('child failed', cause);
  const told = diskFull(cause) ?? new AppError('broken', BROKEN);
  return { type: 'failure', id, kind: told.kind, message: told.message };
}

const BROKEN = 'The store could not do this. Run `doctor` to see what is wrong.';
