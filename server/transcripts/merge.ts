import type { EntryChange, StoredEntry } from '../engine/save-types.ts';
import { type Draft, draftEntries, type MergeInput, revisionId } from './drafts.ts';
import type { WalkOrder } from './walk-order.ts';

export type MergedEntry = Readonly<Draft>;

export type Merged = {
  readonly entries: readonly MergedEntry[];
  readonly leaf: string | null;
  /** False when what is stored goes on behind this file's own leaf. */
  readonly isNewest: boolean;
  readonly added: number;
  /** What must change in stored entries, once the order on the active branch is known. */
  readonly changes: (walk: WalkOrder) => readonly EntryChange[];
};

/**
 * Puts a file's transcript and what is stored of it together. The same id and bytes are the same entry. Of two records
 * with one id that of the newer file counts; the other is kept as a revision, off the branch. A file that holds less than
 * what is stored takes nothing away.
 */
export function mergeEntries(input: MergeInput): Merged {
  const { drafts, retired, leaf, isNewest } = draftEntries(input);
  const entries = byPosition(drafts);
  return {
    entries,
    leaf,
    isNewest,
    added: entries.filter((each) => each.isNew).length,
    changes: (walk) => [...retirements(retired), ...listChanges({ entries, stored: input.stored, walk })],
  };
}

/** The drafts themselves, since a copy of each would double what a long file takes. */
function byPosition(drafts: ReadonlyMap<string, Draft>): readonly MergedEntry[] {
  for (const draft of drafts.values()) {
    const { parentNativeId } = draft;
    draft.parentPosition = parentNativeId === null ? null : (drafts.get(parentNativeId)?.position ?? null);
  }
  return [...drafts.values()].sort((a, b) => a.position - b.position);
}

/** Earlier records give up their id before the later ones take it. */
function retirements(retired: readonly StoredEntry[]): readonly EntryChange[] {
  return retired.map((each) => ({
    position: each.position,
    nativeId: revisionId(each.nativeId, each.recordHash),
    parentPosition: each.parentPosition,
    walk: null,
    isSearchable: false,
  }));
}

function listChanges(ask: {
  entries: readonly MergedEntry[];
  stored: readonly StoredEntry[];
  walk: WalkOrder;
}): readonly EntryChange[] {
  const changes: EntryChange[] = [];
  for (const entry of ask.entries) {
    const { position, nativeId, parentPosition } = entry;
    if (entry.isNew && entry.storeAs === nativeId) continue;
    const walk = ask.walk.at(position);
    if (entry.isNew) {
      changes.push({ position, nativeId, parentPosition, walk, isSearchable: entry.isSearchable });
      continue;
    }
    const before = ask.stored[position];
    // Only a text decides whether a stored entry can be searched: the file's word can take that away, not give it.
    const isSearchable = entry.isSearchable && (before?.isSearchable ?? false);
    const isSame =
      before?.walk === walk && before.parentPosition === parentPosition && before.isSearchable === isSearchable;
    if (!isSame) changes.push({ position, nativeId, parentPosition, walk, isSearchable });
  }
  return changes;
}
