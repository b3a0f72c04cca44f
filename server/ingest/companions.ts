import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FormatName } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Adapter, Companion } from '../formats/adapter.ts';
import type { FoundFile } from './collect-files.ts';
import { faultReason } from './fault-reason.ts';
import { openRegular } from './open-regular.ts';

/** A store of keys and titles is small; a larger file under such a name is not one. */
const COMPANION_BYTES_MAX = 67_108_864;

/** What the companions of one format in one folder say, and a hash over all of them. */
type Shelf = { readonly companions: readonly Companion[]; readonly hash: string };

export type Companions = {
  readonly shelves: ReadonlyMap<string, Shelf>;
  /** Why a companion could not be used, by path. */
  readonly problems: ReadonlyMap<string, string>;
};

/** Reads all companions among the files, so that each transcript can be told what its neighbours say about it. */
export async function readCompanions(files: readonly FoundFile[]): Promise<Companions> {
  const problems = new Map<string, string>();
  const byShelf = new Map<string, { companions: Companion[]; hash: ReturnType<typeof createHash> }>();
  for (const file of files) {
    if (file.match?.role.role !== 'companion') continue;
    const { adapter } = file.match;
    try {
      const bytes = await readWhole(file);
      const name = shelfName(path.posix.dirname(file.path), adapter.format);
      const shelf = byShelf.get(name) ?? { companions: [], hash: createHash('sha256') };
      shelf.companions.push(adapter.readCompanion(file.path, bytes));
      shelf.hash.update(createHash('sha256').update(bytes).digest());
      byShelf.set(name, shelf);
    } catch (cause) {
      problems.set(file.path, faultReason(file.path, cause));
    }
  }
  const shelves = [...byShelf].map(
    ([name, { companions, hash }]) => [name, { companions, hash: hash.digest('hex') }] as const,
  );
  return { shelves: new Map(shelves), problems };
}

/** Companions of the adapter's format in the file's folder and the folders above it, nearest first. */
export function companionsOf(known: Companions, file: string, adapter: Adapter): Shelf {
  const found = foldersAbove(file).flatMap((folder) => known.shelves.get(shelfName(folder, adapter.format)) ?? []);
  return {
    companions: found.flatMap((shelf) => shelf.companions),
    hash: createHash('sha256')
      .update(found.map((shelf) => shelf.hash).join('\n'))
      .digest('hex'),
  };
}

function foldersAbove(file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = path.posix.dirname(file); folder !== folders.at(-1); folder = path.posix.dirname(folder))
    folders.push(folder);
  return folders;
}

function shelfName(folder: string, format: FormatName): string {
  return `${format}\n${folder}`;
}

async function readWhole(file: FoundFile): Promise<Uint8Array> {
  const handle = await openRegular(file.path);
  try {
    if ((await handle.stat()).size > COMPANION_BYTES_MAX)
      throw new AppError('too-large', `it is larger than ${COMPANION_BYTES_MAX} bytes`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
