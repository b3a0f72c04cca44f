import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../errors.ts';

/** A Node process of ours that speaks by messages. It dies with its parent, since its channel closes. */
export function startChild(file: string): ChildProcess {
  return fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps'],
  });
}

export function childGone(): AppError {
  return new AppError('busy', 'The process that worked on this ended. Nothing is half-written; try again.');
}
