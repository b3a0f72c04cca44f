import type { EntryPlace, TranscriptOutline } from '../contract/transcript.ts';
import { type EntryChange, REVISION_MARK, type StoredEntry } from '../engine/save-types.ts';
import { cleanId } from './clean-id.ts';
import type { ParsedRecords } from './records.ts';
import { entryTimes } from './times.ts';

/** An entry of the window as it will be: stored already, or new from the file. */
export type MergedEntry = {
  readonly nativeId: string;
  readonly parentNativeId: string | null;
  readonly position: number;
  readonly parentPosition: number | null;
  readonly isSearchable: boolean;
  readonly isNew: boolean;
  /** Index of its record in the file; null when the file does not hold it. */
  readonly record: number | null;
  /** The id that a new entry is added under; a replacement takes its own only when the earlier one has given it up. */
  readonly storeAs: string;
  readonly hash: string;
  readonly timeMs: number;
};

export type Merged = {
  readonly entries: readonly MergedEntry[];
  readonly leaf: string | null;
  /** False when what is stored goes on behind this file's own leaf. */
  readonly isNewest: boolean;
  readonly added: number;
  /** What must change in stored entries, once the order on the active branch is known. */
  readonly changes: (walk: ReadonlyMap<number, number>) => readonly EntryChange[];
};

type Input = {
  readonly transcript: TranscriptOutline;
  readonly records: Pick<ParsedRecords, 'outlines' | 'hashes'>;
  readonly stored: readonly StoredEntry[];
  readonly nowMs: number;
};

/**
 * Puts a file's transcript and what is stored of it together. The same id and bytes are the same entry. The same id with
 * other bytes replaces the entry; the earlier record is kept as a revision, off the branch. A file that holds less than
 * what is stored takes nothing away: parents that it does not know stay, and the newer leaf wins.
 */
export function mergeEntries(input: Input): Merged {
  const { transcript, records, stored } = input;
  const { current, revisions } = splitRevisions(stored);
  const times = entryTimes(input, current);
  const ids = new Set(transcript.entries.map((place) => cleanId(place.nativeId)));
  const isPartial = [...current.keys()].some((id) => !ids.has(id));
  const drafts = new Map<string, Draft>();
  const retired: StoredEntry[] = [];
  let position = stored.length;
  for (const [index, place] of transcript.entries.entries()) {
    const nativeId = cleanId(place.nativeId);
    const hash = records.hashes[place.record] ?? '';
    const earlier = current.get(nativeId);
    if (earlier !== undefined && (earlier.recordHash === hash || revisions.has(revisionId(nativeId, hash)))) {
      drafts.set(nativeId, sameDraft({ stored, earlier, place, isPartial }));
      continue;
    }
    if (earlier !== undefined) retired.push(earlier);
    drafts.set(nativeId, {
      nativeId,
      parentNativeId: place.parentNativeId === null ? null : cleanId(place.parentNativeId),
      position: position++,
      isSearchable: place.isSearchable,
      isNew: true,
      record: place.record,
      storeAs: earlier === undefined ? nativeId : revisionId(nativeId, hash),
      hash,
      timeMs: times[index] ?? input.nowMs,
    });
  }
  for (const each of current.values())
    if (!drafts.has(each.nativeId)) drafts.set(each.nativeId, keptDraft(stored, each));
  const entries = withParentPositions([...drafts.values()]);
  const ownLeaf = transcript.leaf === null ? null : cleanId(transcript.leaf);
  const leaf = chooseLeaf({ leaf: ownLeaf, isPartial, drafts, stored });
  return {
    entries,
    leaf,
    isNewest: leaf === ownLeaf,
    added: entries.filter((each) => each.isNew).length,
    changes: (walk) => [...retirements(retired), ...listChanges({ entries, stored, walk })],
  };
}

function splitRevisions(stored: readonly StoredEntry[]): {
  current: ReadonlyMap<string, StoredEntry>;
  revisions: ReadonlySet<string>;
} {
  const isRevision = (each: StoredEntry): boolean => each.nativeId.includes(REVISION_MARK);
  return {
    current: new Map(stored.filter((each) => !isRevision(each)).map((each) => [each.nativeId, each])),
    revisions: new Set(stored.filter(isRevision).map((each) => each.nativeId)),
  };
}

type Draft = Omit<MergedEntry, 'parentPosition'>;

function revisionId(nativeId: string, hash: string): string {
  return `${nativeId}${REVISION_MARK}${hash}`;
}

function parentOf(stored: readonly StoredEntry[], entry: StoredEntry): string | null {
  return entry.parentPosition === null ? null : (stored[entry.parentPosition]?.nativeId ?? null);
}

/** A file that lacks later entries may not know the corrections that those bring: what is stored holds then. */
function sameDraft(found: {
  stored: readonly StoredEntry[];
  earlier: StoredEntry;
  place: EntryPlace;
  isPartial: boolean;
}): Draft {
  const { place, isPartial } = found;
  const kept = { ...keptDraft(found.stored, found.earlier), record: place.record };
  const parentNativeId = place.parentNativeId === null ? null : cleanId(place.parentNativeId);
  if (isPartial) return { ...kept, parentNativeId: kept.parentNativeId ?? parentNativeId };
  return { ...kept, parentNativeId, isSearchable: place.isSearchable };
}

function keptDraft(stored: readonly StoredEntry[], entry: StoredEntry): Draft {
  return {
    nativeId: entry.nativeId,
    parentNativeId: parentOf(stored, entry),
    position: entry.position,
    isSearchable: entry.isSearchable,
    isNew: false,
    record: null,
    storeAs: entry.nativeId,
    hash: entry.recordHash,
    timeMs: entry.timeMs,
  };
}

function withParentPositions(drafts: readonly Draft[]): readonly MergedEntry[] {
  const positions = new Map(drafts.map((each) => [each.nativeId, each.position]));
  return drafts
    .map((each) => ({
      ...each,
      parentPosition: each.parentNativeId === null ? null : (positions.get(each.parentNativeId) ?? null),
    }))
    .toSorted((a, b) => a.position - b.position);
}

/** The file's own leaf, unless the file lacks what is stored and brings nothing newer than the stored leaf. */
function chooseLeaf(ask: {
  leaf: string | null;
  isPartial: boolean;
  drafts: ReadonlyMap<string, Draft>;
  stored: readonly StoredEntry[];
}): string | null {
  const last = ask.stored.reduce<StoredEntry | null>(
    (best, each) => ((each.walk ?? -1) > (best?.walk ?? -1) ? each : best),
    null,
  );
  if (!ask.isPartial || last === null) return ask.leaf;
  const leaf = ask.leaf === null ? undefined : ask.drafts.get(ask.leaf);
  return leaf?.isNew === true && leaf.timeMs >= last.timeMs ? leaf.nativeId : last.nativeId;
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
  walk: ReadonlyMap<number, number>;
}): readonly EntryChange[] {
  return ask.entries.flatMap((entry) => {
    const walk = ask.walk.get(entry.position) ?? null;
    const before = ask.stored[entry.position];
    const { position, nativeId, parentPosition } = entry;
    if (entry.isNew) {
      const isSearchable = entry.isSearchable;
      return entry.storeAs === nativeId ? [] : [{ position, nativeId, parentPosition, walk, isSearchable }];
    }
    // Only a text decides whether a stored entry can be searched: the file's word can take that away, not give it.
    const isSearchable = entry.isSearchable && (before?.isSearchable ?? false);
    const isSame =
      before?.walk === walk && before.parentPosition === parentPosition && before.isSearchable === isSearchable;
    return isSame ? [] : [{ position, nativeId, parentPosition, walk, isSearchable }];
  });
}
