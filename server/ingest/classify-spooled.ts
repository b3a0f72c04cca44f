import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileHead } from '../formats/adapter.ts';
import { adapterFor } from '../formats/registry.ts';
import { openRegular } from './open-regular.ts';

const HEAD_BYTES = 65_536;

/** Why a file is not worth sending, by its path and its beginning; null for transcripts and companions. */
export function reasonNotToTake(file: FileHead): string | null {
  const match = adapterFor(file);
  if (match === null) return 'no transcript format that is known here';
  return match.role.role === 'skip' ? match.role.reason : null;
}

/** Whether a file is a companion: none itself, but it says something about transcripts beside it. */
export async function isCompanionFile(file: string): Promise<boolean> {
  const handle = await openRegular(file).catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const name = file.split(path.sep).join('/');
    return adapterFor({ path: name, head: head.subarray(0, bytesRead), size })?.role.role === 'companion';
  } finally {
    await handle.close();
  }
}

/** Paths of all companions below a folder, from it, with `/` between their parts. */
export async function findCompanions(folder: string): Promise<readonly string[]> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const item of items) {
    const file = path.join(item.parentPath, item.name);
    if (item.isFile() && (await isCompanionFile(file)))
      found.push(path.relative(folder, file).split(path.sep).join('/'));
  }
  return found;
}
