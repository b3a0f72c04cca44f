import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import type { FormatName } from '../contract/transcript.ts';
import { adapterFor } from '../formats/registry.ts';
import { openRegular } from './open-regular.ts';

/** Enough to tell a format in nearly every file; an import reads more and decides. */
const HEAD_BYTES = 4096;
/** Files looked at side by side. */
const AT_ONCE = 16;
/** Files of other names are not opened: a root may hold anything. */
const MAY_BE_TRANSCRIPT = /\.jsonl(?:\.|$)/;

/** What is left of one look at several folders. It is used up as they are read. */
export type LookBudget = {
  entriesLeft: number;
  /** By the clock of `performance.now()`. */
  readonly deadlineMs: number;
};

export type Counts = {
  readonly byFormat: ReadonlyMap<FormatName, { readonly files: number; readonly byteSize: number }>;
  /** The budget ended before the folder did. */
  readonly isPartial: boolean;
  /** It ended before anything was seen. */
  readonly isUnseen: boolean;
};

/** Transcripts below a folder, of one format or of all. Links are not followed; what may not be read does not count. */
export async function countTranscripts(start: string, only: FormatName | null, budget: LookBudget): Promise<Counts> {
  const byFormat = new Map<FormatName, { files: number; byteSize: number }>();
  const isLate = isSpent(budget);
  const walk = { budget, isCut: false };
  for await (const files of groups(start, walk)) {
    const seen = await Promise.all(files.map((file) => look(file, only)));
    for (const { format, size } of seen.filter((each) => each !== null)) {
      const counted = byFormat.get(format) ?? { files: 0, byteSize: 0 };
      byFormat.set(format, { files: counted.files + 1, byteSize: counted.byteSize + size });
    }
  }
  return { byFormat, isPartial: walk.isCut, isUnseen: isLate && walk.isCut };
}

type Walk = { readonly budget: LookBudget; isCut: boolean };

/** What may be transcripts below a folder, some at a time, until the budget is spent. */
async function* groups(start: string, walk: Walk): AsyncGenerator<readonly string[]> {
  let group: string[] = [];
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const item of items(folder)) {
      if (isSpent(walk.budget)) {
        walk.isCut = true;
        return yield group;
      }
      walk.budget.entriesLeft -= 1;
      const at = path.join(folder, item.name);
      if (item.isDirectory()) folders.push(at);
      if (!item.isFile() || !MAY_BE_TRANSCRIPT.test(item.name)) continue;
      group.push(at);
      if (group.length < AT_ONCE) continue;
      yield group;
      group = [];
    }
  }
  yield group;
}

function isSpent({ entriesLeft, deadlineMs }: LookBudget): boolean {
  return entriesLeft <= 0 || performance.now() >= deadlineMs;
}

/** One after the other, so that a folder of a million files takes no more memory than one of ten. */
async function* items(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // It may not be read, or is gone: an import says so.
  }
}

async function look(
  file: string,
  only: FormatName | null,
): Promise<{ readonly format: FormatName; readonly size: number } | null> {
  const handle = await openRegular(file).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const name = file.split(path.sep).join('/');
    const match = adapterFor({ path: name, head: head.subarray(0, bytesRead), size }, only ?? undefined);
    return match?.role.role === 'transcript' ? { format: match.adapter.format, size } : null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
