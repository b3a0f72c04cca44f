/** What the readings of a session's branches and of its outline hand over. */
import type { SessionId } from '../contract/actor.ts';
import type { Mask } from '../contract/redaction.ts';
import type { EntryKind, EntryRole } from '../contract/transcript.ts';

/** A session, and the message id of the leaf that is read; null: the active branch. */
export type BranchRequest = { readonly sessionId: SessionId; readonly branch: string | null };

/**
 * The tree of the window that history shows, as places: numbers from 0 in the order of the file. Nothing of it is text.
 */
export type BranchTree = {
  readonly windowId: number;
  /** Each place's parent; null for a root. */
  readonly parents: readonly (number | null)[];
  /** From the root to the leaf that is read. */
  readonly path: readonly number[];
  /** Places on the path that history shows, in its order. */
  readonly shown: readonly number[];
  /** Places off the path of messages that hold text, copies left out; in the order of the file. */
  readonly messages: readonly number[];
  /** Where the active branch's newest message with text is; null when it is on the path, and when there is none. */
  readonly active: number | null;
};

export type PlacesRequest = {
  readonly sessionId: SessionId;
  readonly windowId: number;
  readonly places: readonly number[];
};

/** An entry at a glance: `text` is redacted and cut after `GLANCE_CHARACTERS`; masks behind the cut point nowhere. */
export type Glance = {
  readonly place: number;
  readonly messageId: string;
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  readonly timeMs: number;
  readonly text: string;
  readonly masks: readonly Mask[];
};

export type OutlinePage = {
  /** Prompts with text and boundaries, oldest first: the newest `limit` of them. */
  readonly rows: readonly Glance[];
  readonly hasMore: boolean;
  /** Messages with text on the branch. */
  readonly messages: number;
};
