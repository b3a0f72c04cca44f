import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/**
 * Opens a regular file for reading. Never waits (a named pipe would) and never follows a link that was put there
 * meanwhile. Throws `bad-input`, or what the system throws.
 */
export async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw new AppError('bad-input', 'it is not a regular file');
}
