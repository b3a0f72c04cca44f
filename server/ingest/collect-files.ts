import { closeSync, type Dirent, fstatSync, readSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FormatName } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import { type AdapterMatch, adapterFor } from '../formats/registry.ts';
import { faultReason } from './fault-reason.ts';
import { openRegularNow } from './open-regular.ts';

const HEAD_BYTES = 65_536;
const DEPTH_MAX = 32;
const FILES_MAX = 1_000_000;
/** Of files looked at: then others have their turn. */
const TURN_FILES = 64;

/** A file as found, or something that is none. Its bytes are looked at and let go. */
export type FoundFile = {
  /** Absolute, with `/` as separator. */
  readonly path: string;
  readonly size: number;
  /** What it is to which format, by its name and its beginning; null when it is nothing that is known. */
  readonly match: AdapterMatch | null;
  /** Why it is not looked at; null when it is. */
  readonly obstacle: { readonly status: 'skipped' | 'failed'; readonly reason: string } | null;
};

export type Collected = {
  readonly files: readonly FoundFile[];
  /** Files that nobody asked for, but that may say something about those that were. */
  readonly neighbours: readonly FoundFile[];
};

type Options = { readonly format: FormatName | null; readonly signal: AbortSignal };

/** Everything at and below the paths but folders, sorted. Throws `bad-input` when a path is not there. */
export async function collectFiles(paths: readonly string[], options: Options): Promise<Collected> {
  await assertPaths(paths);
  const collector = new Collector(options);
  for (const given of paths) await collector.add(path.resolve(given));
  return collector.collected();
}

/** Throws `bad-input` when a path is not there, or is a symbolic link. */
export async function assertPaths(paths: readonly string[]): Promise<void> {
  for (const given of paths) {
    const stats = await lstat(path.resolve(given)).catch(() => null);
    if (stats === null) throw new AppError('bad-input', `There is nothing at ${given}. Check the path.`);
    if (stats.isSymbolicLink())
      throw new AppError('bad-input', `${given} is a symbolic link. Give the path that it points to.`);
  }
}

class Collector {
  readonly #options: Options;
  readonly #files = new Map<string, FoundFile>();
  readonly #neighbours = new Map<string, FoundFile>();

  constructor(options: Options) {
    this.#options = options;
  }

  async add(start: string): Promise<void> {
    if ((await lstat(start)).isDirectory()) return this.#walk(start);
    this.#files.set(start, this.#look(start));
    await this.#addNeighbours(path.dirname(start));
  }

  collected(): Collected {
    for (const asked of this.#files.keys()) this.#neighbours.delete(asked);
    return { files: sorted(this.#files), neighbours: sorted(this.#neighbours) };
  }

  /** Links are not followed, so the walk cannot leave the folder or go round in it. */
  async #walk(start: string): Promise<void> {
    const folders = [{ folder: start, depth: 0 }];
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const { folder, depth } = next;
      if (depth > DEPTH_MAX) {
        this.#files.set(folder, skipped(folder, `lies more than ${DEPTH_MAX} folders deep, not read`));
        continue;
      }
      for (const item of await this.#list(folder)) {
        if (item.isDirectory()) folders.push({ folder: path.join(folder, item.name), depth: depth + 1 });
        else await this.#addItem(folder, item);
      }
    }
  }

  async #list(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(folder, { withFileTypes: true });
    } catch (cause) {
      this.#files.set(folder, failed(folder, cause));
      return [];
    }
  }

  async #addItem(folder: string, item: Dirent): Promise<void> {
    if (this.#options.signal.aborted) throw new AppError('cancelled', 'The import was cancelled before it began.');
    const file = path.join(folder, item.name);
    if (item.isFile()) this.#files.set(file, this.#look(file));
    else
      this.#files.set(
        file,
        skipped(file, item.isSymbolicLink() ? 'a symbolic link, not followed' : 'not a regular file'),
      );
    if (this.#files.size % TURN_FILES === 0) await setImmediate();
    if (this.#files.size > FILES_MAX) {
      throw new AppError(
        'too-large',
        `There are more than ${FILES_MAX} files in ${folder} and the folders read before it. Import them one by one.`,
      );
    }
  }

  async #addNeighbours(folder: string): Promise<void> {
    for (const item of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(folder, item.name);
      if (item.isFile() && item.name.endsWith('.json')) this.#neighbours.set(file, this.#look(file));
    }
  }

  #look(file: string): FoundFile {
    try {
      const { head, size } = readHead(file);
      const name = slashed(file);
      const match = adapterFor({ path: name, head, size }, this.#options.format ?? undefined);
      return { path: name, size, match, obstacle: null };
    } catch (cause) {
      return failed(file, cause);
    }
  }
}

function readHead(file: string): { readonly head: Uint8Array; readonly size: number } {
  const descriptor = openRegularNow(file);
  try {
    const { size } = fstatSync(descriptor);
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const bytesRead = readSync(descriptor, head, 0, head.length, 0);
    return { head: head.subarray(0, bytesRead), size };
  } finally {
    closeSync(descriptor);
  }
}

function sorted(files: ReadonlyMap<string, FoundFile>): readonly FoundFile[] {
  return [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function slashed(file: string): string {
  return file.split(path.sep).join('/');
}

function skipped(file: string, reason: string): FoundFile {
  return { path: slashed(file), size: 0, match: null, obstacle: { status: 'skipped', reason } };
}

function failed(file: string, cause: unknown): FoundFile {
  return {
    path: slashed(file),
    size: 0,
    match: null,
    obstacle: { status: 'failed', reason: faultReason(file, cause) },
  };
}
