/** What the branch rules need to know of a record, besides its outline. Holds no text but the opening of a prompt. */
import type { RecordOutline } from '../../contract/transcript.ts';

/**
 * A record's part in the tree. `row`: lies on a branch and moves the leaf. `opaque`: has a place, never moves the leaf
 * (a record type that is unknown, or plugin metadata). `leaf`: selects another leaf. `none`: the header, broken lines.
 */
export type TreePart =
  | { readonly part: 'none' }
  | { readonly part: 'opaque'; readonly hasParent: boolean }
  | { readonly part: 'row'; readonly hasParent: boolean; readonly isSide: boolean; readonly reset: ResetFence | null }
  | {
      readonly part: 'leaf';
      readonly hasParent: boolean;
      /** Null selects the place before the first entry. */
      readonly targetId: string | null;
      readonly appendParentId: string | null;
    };

export type ResetFence = { readonly firstKeptEntryId: string | null };

export type OpenClawFacts = {
  readonly lineNumber: number;
  /** `torn`: the file ends inside this line. */
  readonly lineState: 'record' | 'blank' | 'malformed' | 'torn';
  readonly hasBadUtf8: boolean;
  readonly contentHash: number;
  readonly tree: TreePart;
  /** Of the searchable text; null without text. */
  readonly textHash: number | null;
  /** Of each text block, where there are several: deliveries may copy one at a time. */
  readonly blockHashes: readonly number[];
  /** A copy of delivered text that OpenClaw writes beside the model's own message. */
  readonly isMirror: boolean;
  /** An answer that ended in an error or was aborted. */
  readonly isFailed: boolean;
  /** A prompt's first words, fit for a title. */
  readonly opening: string | null;
  readonly header: { readonly sessionId: string | null; readonly cwd: string | null } | null;
  /** A name that the user gave to the session. */
  readonly sessionName: string | null;
  /** The model that a `model_change` names; answers carry theirs in the outline. */
  readonly chosenModel: string | null;
};

export type OpenClawOutline = RecordOutline<OpenClawFacts>;
