/** What writers hand to the engine, and what it hands back to them. Only `transcripts/` and `ingest/` use these. */
import type { SessionId } from '../contract/actor.ts';
import type { Mask } from '../contract/redaction.ts';
import type { SourceFileRow } from '../contract/source.ts';
import type { EntryKind, EntryRole, FormatName, SessionKind } from '../contract/transcript.ts';

/** Facts of a session that an import sets. Title and project are redacted already. */
export type SaveHeader = {
  readonly format: FormatName;
  readonly nativeId: string;
  readonly sessionKey: string;
  readonly agentId: string;
  readonly kind: SessionKind;
  readonly parentKey: string | null;
  readonly title: string | null;
  readonly project: string | null;
  readonly model: string | null;
  readonly isIncognito: boolean;
  readonly isClosedWindow: boolean;
};

/**
 * Stands between the id of a record that a later one with the same id replaced, and the hash of its bytes. No id from a
 * file holds it.
 */
export const REVISION_MARK = '\uE000';

/** One save of a window. Opening the window again, from anywhere, ends it: then it can neither add nor close. */
export type SaveRef = { readonly windowId: number; readonly saveNumber: number };

export type WindowState = SaveRef & {
  readonly sessionId: SessionId;
  readonly publicId: string;
  /** The key that it is saved under: another than the file's own when the conversation is known under that one. */
  readonly sessionKey: string;
  /** Entries that are shown already; 0 for a new window. */
  readonly entryCount: number;
  /** The leaf that a person switched to; null when the files decide. */
  readonly chosenLeaf: string | null;
  /** True until the session's first `closeWindow`. */
  readonly isNewSession: boolean;
};

export type StoredEntry = {
  readonly nativeId: string;
  readonly position: number;
  /** First 8 bytes of the SHA-256 of the record's bytes, as hex. */
  readonly recordHash: string;
  readonly parentPosition: number | null;
  /** Order on the active branch; null off it. */
  readonly walk: number | null;
  readonly isSearchable: boolean;
  readonly timeMs: number;
};

export type NewEntry = {
  readonly nativeId: string;
  readonly position: number;
  readonly parentPosition: number | null;
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  readonly model: string | null;
  readonly timeMs: number;
  /** Redacted; empty when the entry has no text. */
  readonly text: string;
  readonly masks: readonly Mask[];
  readonly walk: number | null;
  readonly isSearchable: boolean;
  /** Redacted text of its tool calls and results; null without any. */
  readonly tools: { readonly text: string; readonly isMasked: boolean } | null;
  readonly record: {
    readonly bytes: Uint8Array;
    readonly hash: string;
    readonly lineNumber: number;
    readonly offset: number;
  };
};

/**
 * A new place for an entry that is stored already. `nativeId` changes only when a later record with the same id
 * replaces it: the earlier one is kept under an id of its own, off the branch and not searchable.
 */
export type EntryChange = {
  readonly position: number;
  readonly nativeId: string;
  readonly parentPosition: number | null;
  readonly walk: number | null;
  readonly isSearchable: boolean;
};

export type Closing = {
  readonly header: SaveHeader;
  readonly changes: readonly EntryChange[];
  /** The file knows the newest message: its title, project and model replace earlier ones. Else they only fill gaps. */
  readonly isNewest: boolean;
  /** The files brought nothing new, so the branch that a person switched to stays. */
  readonly keepsChosenLeaf: boolean;
};

export type SourceFile = {
  readonly id: number;
  /** Null until an import of this path has finished. */
  readonly sha256: string | null;
  readonly contextHash: string | null;
  readonly sessionKeys: readonly string[];
};

/** What is noted once all of a file is stored. `contextHash` covers what its neighbours said about it. */
export type ClosedSource = {
  readonly id: number;
  readonly sha256: string;
  readonly contextHash: string;
  readonly byteSize: number;
  readonly sessionIds: readonly number[];
  /** What the page of sources shows of the file until its next import; nothing of it is known without. */
  readonly facts?: SourceFacts;
};

/** Of the report on a file: records kept of it, messages among them, and what was not kept or not understood, redacted. */
export type SourceFacts = {
  readonly format: FormatName;
  readonly entries: number;
  readonly messages: number;
  readonly issues: SourceFileRow['issues'];
};

/** A conversation that nothing is stored of, with all its entries. */
export type WholeSession = { readonly header: SaveHeader; readonly entries: readonly NewEntry[] };

/** A file that is stored in one go: all its conversations, and what is noted of it then. */
export type WholeFile = {
  readonly path: string;
  readonly source: Omit<ClosedSource, 'id' | 'sessionIds'>;
  readonly sessions: readonly WholeSession[];
};
