import { AppError } from '../errors.ts';

/** For a session that is there without the branch that was asked for. */
export function noSuchBranch(): AppError {
  return new AppError('not-found', 'This session holds no such branch.');
}
