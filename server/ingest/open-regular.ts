import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../errors.ts';

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading. Never waits (a named pipe would) and never follows a link that was put there
 * meanwhile. Throws `bad-input`, or what the system throws.
 */
export async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, FLAGS);
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw notRegular();
}

/**
 * `openRegular` at once, for an import, which opens thousands: to hand each small step to a thread took longer than the
 * steps. Gives the descriptor.
 */
export function openRegularNow(file: string): number {
  const descriptor = openSync(file, FLAGS);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw notRegular();
}

function notRegular(): AppError {
  return new AppError('bad-input', 'it is not a regular file');
}
