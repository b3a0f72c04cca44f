/** The part of the port that is about sessions that are being written: appending to them, and following them. */
import type { PersonId, Reach, SessionId } from '../contract/actor.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { NewEntry, SaveHeader } from './save-types.ts';

/** What the sources of appended records are called, before the opaque id of their session. */
export const LIVE_MARK = 'live:';
/** What the sources of pushed files are called, before their place and path. */
export const PUSH_MARK = 'push:';

export type AppendParent =
  /** The entry that the active branch ends in; none yet: a root. */
  { readonly at: 'leaf' } | { readonly at: 'root' } | { readonly at: 'entry'; readonly nativeId: string };

/**
 * What an entry does to the branch. `row`: it lies below its parent and becomes the leaf. `side` and `apart`: it has a
 * place off the branch. `leaf`: it makes `target` the leaf, null the place before the first entry.
 */
export type AppendPlace =
  | { readonly type: 'row' | 'side' | 'apart'; readonly parent: AppendParent }
  | { readonly type: 'leaf'; readonly target: string | null };

export type AppendEntry = Omit<NewEntry, 'position' | 'parentPosition' | 'walk' | 'timeMs' | 'record'> & {
  readonly place: AppendPlace;
  /** Unix milliseconds as the record says; null: right after the entry before. */
  readonly timeMs: number | null;
  readonly record: { readonly bytes: Uint8Array; readonly hash: string };
};

/** Title and project, redacted, replace earlier ones. `opening` is the title of a session that has none. */
export type AppendHeader = Omit<SaveHeader, 'nativeId' | 'isClosedWindow'> & {
  /** Null: the open window of the key. */
  readonly nativeId: string | null;
  readonly opening: string | null;
};

export type Append = { readonly header: AppendHeader; readonly entries: readonly AppendEntry[] };

export type Appended = {
  readonly sessionId: SessionId;
  readonly publicId: string;
  readonly sessionKey: string;
  readonly statuses: readonly ('added' | 'known')[];
  readonly leaf: string | null;
};

export type PushedSource = { readonly ownerId: PersonId; readonly path: string };

export type EngineAppend = {
  /**
   * Stores and shows entries behind what is stored of this owner's session, index and leaf with them, in one transaction
   * that is on disk when this returns. Its cost does not grow with the session. All or nothing: throws `gone` for what was
   * deleted, `conflict` for an id with other bytes or a closed window, `bad-input` for a parent that is not there,
   * `too-large` when the leaf moves past too many entries, `forbidden` where the reach is a token's and does not hold it.
   */
  appendEntries(reach: Reach, ownerId: PersonId, append: Append): Promise<Appended>;
  /** Makes a stored entry the leaf; false when there is no such session or entry within reach. Throws `too-large`. */
  moveLeaf(reach: Reach, ask: { sessionId: SessionId; messageId: string }, audit: AuditEvent): Promise<boolean>;
  /** Closes the window that the session goes on in; false when the session is out of reach. */
  closeSession(reach: Reach, sessionId: SessionId, audit: AuditEvent): Promise<boolean>;
  /** Sources of a session within reach whose files were pushed, and that hold nothing of another session. */
  pushedSources(reach: Reach, sessionId: SessionId): Promise<readonly PushedSource[]>;
  /** Differs from an earlier one when what history shows may differ; null when the session is out of reach. */
  sessionMark(reach: Reach, sessionId: SessionId): Promise<string | null>;
};
