/** Where abandoned branches leave the active path: what a history page draws beside it. */
import { activePath, type TreeEntry } from './walk.ts';

export type BranchEntry = TreeEntry & {
  /** Only messages make a branch worth drawing: controls and headers also hang off the path. */
  readonly isMessage: boolean;
  /** Unix milliseconds; null when unknown. */
  readonly timeMs: number | null;
};

export type BranchPoint = {
  /** The active entry that the branch leaves after; null when it starts before the first entry. */
  readonly pointNativeId: string | null;
  /** The branch's newest message: reading from here to the root shows the branch. */
  readonly leafNativeId: string;
  /** Messages that lie on this branch alone, its own side branches included. */
  readonly messages: number;
  /** Time of its first message that has one, in file order. */
  readonly firstTimeMs: number | null;
};

const NONE = -1;

type Branch = { readonly newest: number; readonly messages: number; readonly firstTimeMs: number | null };

/**
 * One point for each child of an active entry (or further root) below which messages lie that are not active.
 * `entries` in file order. In the order of the active path, then of the file. Takes time in proportion to the entries.
 */
export function branchPoints(entries: readonly BranchEntry[], leaf: string | null): readonly BranchPoint[] {
  const path = activePath(entries, leaf);
  const rank = new Map(path.map((index, position) => [index, position]));
  const parents = parentIndexes(entries);
  const heads = branchHeads(parents, rank);
  const branches = new Map<number, Branch>();
  entries.forEach((entry, index) => {
    const head = heads[index] ?? NONE;
    if (!entry.isMessage || head === NONE) return;
    const { messages = 0, firstTimeMs = null } = branches.get(head) ?? {};
    branches.set(head, { newest: index, messages: messages + 1, firstTimeMs: firstTimeMs ?? entry.timeMs });
  });
  const rankOf = (head: number) => rank.get(parents[head] ?? NONE) ?? NONE;
  return [...branches]
    .sort(([left], [right]) => rankOf(left) - rankOf(right) || left - right)
    .map(([head, { newest, messages, firstTimeMs }]) => ({
      pointNativeId: rankOf(head) === NONE ? null : (entries[parents[head] ?? NONE]?.nativeId ?? null),
      leafNativeId: entries[newest]?.nativeId ?? '',
      messages,
      firstTimeMs,
    }));
}

function parentIndexes(entries: readonly BranchEntry[]): readonly number[] {
  const indexOf = new Map(entries.map((entry, index) => [entry.nativeId, index]));
  return entries.map((entry) => (entry.parentNativeId === null ? NONE : (indexOf.get(entry.parentNativeId) ?? NONE)));
}

/** For each entry off the path, the topmost one of its branch; NONE on the path. A circle's head is where it was entered. */
function branchHeads(parents: readonly number[], active: ReadonlyMap<number, number>): Int32Array {
  const heads = new Int32Array(parents.length).fill(NONE);
  for (let start = 0; start < parents.length; start += 1) {
    const walked: number[] = [];
    const onWalk = new Set<number>();
    let at = start;
    while (at !== NONE && !active.has(at) && heads[at] === NONE && !onWalk.has(at)) {
      walked.push(at);
      onWalk.add(at);
      at = parents[at] ?? NONE;
    }
    let head = walked.at(-1) ?? NONE;
    if (onWalk.has(at)) head = at;
    else if (at !== NONE && !active.has(at)) head = heads[at] ?? NONE;
    for (const index of walked) heads[index] = head;
  }
  return heads;
}
