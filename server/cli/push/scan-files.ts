import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isPushName } from '../../contract/push.ts';

/** One of the paths that were given, as the server calls it. */
export type Root = { readonly path: string; readonly place: string; readonly prefix: string };

export type ScannedFile = {
  readonly path: string;
  readonly place: string;
  readonly name: string;
  readonly stats: Stats;
};

/** Folders above a root that go into names: a format tells an agent or a project by them. */
const PARTS_KEPT = 3;
const DEPTH_MAX = 32;

/** A place is told by this machine and the path, so that the same names of two machines stay apart. Throws when it is not there. */
export async function rootOf(given: string): Promise<Root> {
  const real = await realpath(given);
  const mark = createHash('sha256').update(`${hostname()}\n${real}`).digest('hex').slice(0, 8);
  const host =
    hostname()
      .replace(/[^\w-]+/g, '-')
      .slice(0, 40) || 'machine';
  const parts = real.split(path.sep).filter((part) => part !== '');
  return { path: real, place: `${host}-${mark}`, prefix: parts.slice(-PARTS_KEPT).join('/') };
}

/** All regular files at and below a root with names that can be sent; links are not followed. What may not be read is left out. */
export async function* scanFiles(root: Root): AsyncGenerator<ScannedFile> {
  const folders = [{ at: root.path, name: root.prefix, depth: 0 }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { at, name, depth } = next;
    const stats = await lstat(at).catch(() => null);
    if (stats?.isFile() === true && isPushName(name)) yield { path: at, place: root.place, name, stats };
    if (stats?.isDirectory() !== true || depth > DEPTH_MAX) continue;
    for (const item of await namesIn(at))
      folders.push({ at: path.join(at, item), name: `${name}/${item}`, depth: depth + 1 });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const item of await opendir(folder)) if (item.isFile() || item.isDirectory()) names.push(item.name);
  } catch {
    // It may not be read, or went away meanwhile.
  }
  return names.toSorted().reverse();
}
