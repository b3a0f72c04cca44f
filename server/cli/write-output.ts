import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ExportFile } from '../contract/export.ts';
import { AppError } from '../errors.ts';
import { printable } from './output.ts';

const ONLY_FOR_ME = 0o600;

/**
 * Writes a file to `path`, where nothing may be yet, or to standard output. The path is tried before the file is made,
 * and nothing is left there when that, or writing it, fails. Throws `conflict` when something is there.
 */
export async function writeOutput(path: string | undefined, make: () => Promise<ExportFile>): Promise<void> {
  if (path === undefined) return toStandardOutput((await make()).chunks);
  const handle = await openNew(path);
  try {
    await pipeline((await make()).chunks, handle.createWriteStream());
  } catch (cause) {
    await handle.close();
    await rm(path, { force: true });
    throw cause;
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', ONLY_FOR_ME);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EEXIST')
      throw new AppError('conflict', `There is something at ${path} already. Choose another name.`);
    throw new AppError('bad-input', `${path} cannot be written. Check the folder and who may write there.`, { cause });
  }
}

/** On a terminal, without what it would obey. A reader that wants no more, such as `head`, is no failure. */
async function toStandardOutput(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const stdout = process.stdout;
  try {
    await pipeline(stdout.isTTY ? shown(chunks) : chunks, stdout, { end: false });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPIPE')) throw cause;
  }
}

async function* shown(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield printable(Buffer.from(chunk).toString('utf8'));
}
