import type { EntryPlace, TranscriptOutline } from '../contract/transcript.ts';
import { REVISION_MARK, type StoredEntry } from '../engine/save-types.ts';
import { cleanId, cleanIds } from './clean-id.ts';
import type { ParsedRecords } from './records.ts';
import { entryTimes } from './times.ts';

/** An entry of the window as it will be: stored already, or new from the file. Millions may be in memory at once. */
export type Draft = {
  readonly nativeId: string;
  readonly parentNativeId: string | null;
  /** Filled in when all are known. */
  parentPosition: number | null;
  readonly position: number;
  readonly isSearchable: boolean;
  readonly isNew: boolean;
  /** Index of its record in the file; null when the file does not hold it. */
  readonly record: number | null;
  /** The id that a new entry is added under; a replacement takes its own only when the earlier one has given it up. */
  readonly storeAs: string;
  readonly timeMs: number;
};

export type MergeInput = {
  readonly transcript: TranscriptOutline;
  readonly records: Pick<ParsedRecords, 'outlines' | 'hashes'>;
  readonly stored: readonly StoredEntry[];
  /** The file was imported before, under this very path: where its records differ now, it was edited. */
  readonly isKnownFile: boolean;
  readonly nowMs: number;
};

export type Drafts = {
  /** By their ids. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Stored entries that give up their id to a newer record. */
  readonly retired: readonly StoredEntry[];
  /** Last entry of the active branch: the file's own, unless what is stored goes on behind it. */
  readonly leaf: string | null;
  readonly isNewest: boolean;
};

/** What a file is to what is stored. `isPartial`: it lacks some of it. `isNewest`: its word counts where the two differ. */
type FileView = { readonly isPartial: boolean; readonly isNewest: boolean; readonly leaf: string | null };

/** All entries of the window, those of the file first; positions of new ones follow the stored ones. */
export function draftEntries(input: MergeInput): Drafts {
  const { transcript, stored } = input;
  const { current, revisions } = splitRevisions(stored);
  const ids = cleanIds(transcript.entries.map((place) => place.nativeId));
  const times = entryTimes(input, current);
  const view = viewFile(input, { ids, times, current });
  const drafts = new Map<string, Draft>();
  const retired: StoredEntry[] = [];
  let position = stored.length;
  for (const [index, place] of transcript.entries.entries()) {
    const nativeId = storedId(ids, place.nativeId);
    const parentNativeId = parentOf(place, ids);
    const earlier = current.get(nativeId);
    const timeMs = times[index] ?? input.nowMs;
    if (earlier === undefined) {
      drafts.set(
        nativeId,
        newDraft({ place, nativeId, parentNativeId, timeMs, position: position++, storeAs: nativeId }),
      );
      continue;
    }
    const hash = input.records.hashes.at(place.record) ?? '';
    const revision = revisionId(nativeId, hash);
    if (earlier.recordHash === hash || revisions.has(revision)) {
      drafts.set(nativeId, sameDraft(stored, { place, nativeId, parentNativeId, earlier, view }));
      continue;
    }
    const draft = newDraft({ place, nativeId, parentNativeId, timeMs, position: position++, storeAs: revision });
    if (view.isNewest || input.isKnownFile) {
      retired.push(earlier);
      drafts.set(nativeId, draft);
    } else {
      // A record of an older copy becomes a revision at once.
      drafts.set(revision, { ...draft, nativeId: revision, isSearchable: false });
    }
  }
  for (const [id, entry] of current) if (!drafts.has(id)) drafts.set(id, keptDraft(stored, entry));
  return { drafts, retired, leaf: view.leaf, isNewest: view.isNewest };
}

export function revisionId(nativeId: string, hash: string): string {
  return `${nativeId}${REVISION_MARK}${hash}`;
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

/** A file that lacks something is the newer one only when it ends in the stored leaf, or in an entry that came later. */
function viewFile(
  { transcript, stored }: MergeInput,
  known: { ids: ReadonlyMap<string, string>; times: readonly number[]; current: ReadonlyMap<string, StoredEntry> },
): FileView {
  const { ids, times, current } = known;
  const held = new Set(current.size === 0 ? [] : transcript.entries.map(({ nativeId }) => storedId(ids, nativeId)));
  const isPartial = [...current.keys()].some((id) => !held.has(id));
  const leaf = transcript.leaf === null ? null : storedId(ids, transcript.leaf);
  const last = lastActive(stored);
  if (!isPartial || last === null || leaf === last.nativeId) return { isPartial, isNewest: true, leaf };
  const index = transcript.entries.findIndex((place) => place.nativeId === transcript.leaf);
  const isLater = leaf !== null && !current.has(leaf) && (times[index] ?? 0) >= last.timeMs;
  return isLater ? { isPartial, isNewest: true, leaf } : { isPartial, isNewest: false, leaf: last.nativeId };
}

function lastActive(stored: readonly StoredEntry[]): StoredEntry | null {
  let last: StoredEntry | null = null;
  for (const each of stored) if (each.walk !== null && each.walk > (last?.walk ?? -1)) last = each;
  return last;
}

function parentOf(place: EntryPlace, ids: ReadonlyMap<string, string>): string | null {
  return place.parentNativeId === null ? null : storedId(ids, place.parentNativeId);
}

function storedId(ids: ReadonlyMap<string, string>, nativeId: string): string {
  return ids.get(nativeId) ?? cleanId(nativeId);
}

type Found = {
  readonly place: EntryPlace;
  readonly nativeId: string;
  readonly parentNativeId: string | null;
};

function newDraft(found: Found & Pick<Draft, 'timeMs' | 'position' | 'storeAs'>): Draft {
  const { place, nativeId, parentNativeId, position, storeAs, timeMs } = found;
  const { isSearchable, record } = place;
  const parentPosition = null;
  return { nativeId, parentNativeId, parentPosition, position, isSearchable, isNew: true, record, storeAs, timeMs };
}

/** Corrections of the newer file count; parents that a part of a file does not know stay. */
function sameDraft(stored: readonly StoredEntry[], found: Found & { earlier: StoredEntry; view: FileView }): Draft {
  const { place, parentNativeId, view } = found;
  const kept = { ...keptDraft(stored, found.earlier), record: place.record };
  if (!view.isNewest) return { ...kept, parentNativeId: kept.parentNativeId ?? parentNativeId };
  const known = view.isPartial ? (parentNativeId ?? kept.parentNativeId) : parentNativeId;
  return { ...kept, parentNativeId: known, isSearchable: place.isSearchable };
}

function keptDraft(stored: readonly StoredEntry[], entry: StoredEntry): Draft {
  const parent = entry.parentPosition === null ? undefined : stored[entry.parentPosition];
  return {
    nativeId: entry.nativeId,
    parentNativeId: parent?.nativeId ?? null,
    parentPosition: null,
    position: entry.position,
    isSearchable: entry.isSearchable,
    isNew: false,
    record: null,
    storeAs: entry.nativeId,
    timeMs: entry.timeMs,
  };
}
