import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PersonId } from '../contract/actor.ts';
import type { PushState } from '../contract/push.ts';
import { PUSH_MARK } from '../engine/append-port.ts';
import { AppError } from '../errors.ts';

/** A file that somebody sends piece by piece. `name` is a checked path below the place (`isPushName`). */
export type Spooled = { readonly ownerId: PersonId; readonly place: string; readonly name: string };

/** Hashes of so many files go on where they were; of others the file is read again. */
const HASHES_MAX = 2000;
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/** Copies of growing files in the data folder, by person and place. What it answers is on disk. One writer a folder. */
export class Spool {
  readonly #folder: string;
  readonly #hashes = new Map<string, { readonly size: number; readonly hash: Hash }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Folder of a place, or of all places of a person. */
  folderOf({ ownerId, place }: { ownerId: PersonId; place: string | null }): string {
    const files = path.join(this.#folder, String(ownerId), 'files');
    return place === null ? files : path.join(files, place);
  }

  pathOf(file: Spooled): string {
    return path.join(this.folderOf(file), ...file.name.split('/'));
  }

  async state(file: Spooled): Promise<PushState> {
    const at = this.pathOf(file);
    const size = await sizeOf(at);
    const known = this.#hashes.get(at);
    const hash = known?.size === size ? known.hash : await hashOf(at, size);
    this.#remember(at, { size, hash });
    return { size, sha256: hash.copy().digest('hex') };
  }

  /** Adds bytes behind what is there. Call `state` before. */
  async append(file: Spooled, bytes: Uint8Array): Promise<PushState> {
    const at = this.pathOf(file);
    const { size } = await this.state(file);
    await makeFolder(path.dirname(at));
    const handle = await open(at, 'a', 0o600);
    try {
      await handle.appendFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (size === 0) await syncFolder(path.dirname(at));
    const hash = this.#hashes.get(at)?.hash ?? createHash('sha256');
    hash.update(bytes);
    this.#remember(at, { size: size + bytes.byteLength, hash });
    return this.state(file);
  }

  /** The file as it was, or with these bytes alone: never something between. */
  async replace(file: Spooled, bytes: Uint8Array): Promise<PushState> {
    const at = this.pathOf(file);
    const folder = path.dirname(at);
    await makeFolder(folder);
    const waiting = this.#pathByHash('waiting', file);
    await makeFolder(path.dirname(waiting));
    const handle: FileHandle = await open(waiting, 'w', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(waiting, at);
    await syncFolder(folder);
    this.#remember(at, { size: bytes.byteLength, hash: createHash('sha256').update(bytes) });
    return this.state(file);
  }

  /** True when its conversation was deleted: it is not taken again. */
  async isGone(file: Spooled): Promise<boolean> {
    return stat(this.#pathByHash('gone', file)).then(
      () => true,
      () => false,
    );
  }

  /** Removes the copy of what was deleted, and keeps it away. */
  async remove(file: Spooled): Promise<void> {
    this.#hashes.delete(this.pathOf(file));
    await rm(this.pathOf(file), { force: true });
    const mark = this.#pathByHash('gone', file);
    await makeFolder(path.dirname(mark));
    await writeFile(mark, '');
  }

  /** Bytes of all files of a person. */
  async usage(ownerId: PersonId): Promise<number> {
    const folder = this.folderOf({ ownerId, place: null });
    const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = items.filter((item) => item.isFile());
    let bytes = 0;
    for (const file of files) bytes += await sizeOf(path.join(file.parentPath, file.name));
    return bytes;
  }

  /** Each file has its own. Hashed: the path of what was deleted can tell what was in it. */
  #pathByHash(folder: 'gone' | 'waiting', { ownerId, place, name }: Spooled): string {
    const hash = createHash('sha256').update(`${place}/${name}`).digest('hex');
    return path.join(this.#folder, String(ownerId), folder, hash);
  }

  #remember(at: string, known: { size: number; hash: Hash }): void {
    this.#hashes.delete(at);
    this.#hashes.set(at, known);
    const oldest = this.#hashes.size > HASHES_MAX ? this.#hashes.keys().next().value : undefined;
    if (oldest !== undefined) this.#hashes.delete(oldest);
  }
}

/** The file behind the name of a source that was sent by push; null for any other source. */
export function spooledOf(ownerId: PersonId, source: string): Spooled | null {
  const slash = source.indexOf('/');
  if (!source.startsWith(PUSH_MARK) || slash === -1) return null;
  return { ownerId, place: source.slice(PUSH_MARK.length, slash), name: source.slice(slash + 1) };
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => null);
  if (stats?.isDirectory() === true) throw notAFile();
  return stats?.size ?? 0;
}

async function hashOf(file: string, size: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (size === 0) return hash;
  for await (const chunk of createReadStream(file, { end: size - 1 })) hash.update(chunk as Uint8Array);
  return hash;
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, PRIVATE_FOLDER).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    throw code === 'ENOTDIR' || code === 'EEXIST' ? notAFile() : cause;
  });
}

/** A name is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function notAFile(): AppError {
  return new AppError(
    'bad-input',
    'Of these names one is a file and another lies below it. Push them from two places.',
  );
}
