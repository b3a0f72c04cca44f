/** A page of a session's history, centred on an anchor or at the tail. */
import { z } from 'zod';
import type { SessionId } from './actor.ts';
import { type EntryKind, type EntryRole, entryKindSchema, entryRoleSchema } from './transcript.ts';

export const HISTORY_LIMIT_DEFAULT = 50;
export const HISTORY_LIMIT_MAX = 1000;

export const historyInput = z.strictObject({
  /** Session key, opaque id or native id. */
  session: z.string().min(1).max(1000),
  /** Message id to centre on. */
  around: z.string().min(1).max(500).optional(),
  /** Message id of a leaf: read that branch, from it to the root. */
  branch: z.string().min(1).max(500).optional(),
  before: z.string().max(2000).optional(),
  after: z.string().max(2000).optional(),
  limit: z.int().min(1).max(HISTORY_LIMIT_MAX).default(HISTORY_LIMIT_DEFAULT),
});
export type HistoryInput = z.input<typeof historyInput>;

export type HistoryRequest = {
  readonly sessionId: SessionId;
  readonly branch: string | null;
  readonly limit: number;
  readonly from:
    | { readonly at: 'tail' }
    | { readonly at: 'anchor'; readonly messageId: string }
    | { readonly at: 'before' | 'after'; readonly messageId: string };
};

/** A stored row of a page: a message, or a boundary that is drawn across the page. Text is redacted, masks are data. */
export type HistoryRow = {
  readonly messageId: string;
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  readonly timeMs: number;
  readonly text: string;
  readonly masks: readonly { readonly offset: number; readonly kind: string }[];
  readonly model: string | null;
};

export type HistoryPage = {
  /** Oldest first. */
  readonly rows: readonly HistoryRow[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** Why there are no rows although the session is there: the anchor or branch is missing, or off the branch. */
  readonly emptyReason: 'anchor-missing' | 'anchor-off-branch' | 'branch-missing' | 'no-messages' | null;
  /** True when an earlier interval is shown: one that a reset closed. */
  readonly isClosedInterval: boolean;
};

export const historyMessageSchema = z.strictObject({
  messageId: z.string(),
  /** `message`, or a boundary: `compaction`, `reset`, `branch-summary`. */
  kind: entryKindSchema,
  role: entryRoleSchema.nullable(),
  /** Unix milliseconds. */
  timestamp: z.int(),
  /** Redacted; a mask reads `[redacted:kind]`. */
  text: z.string(),
  /** UTF-16 offsets of the masks in `text`, end exclusive. */
  redactions: z.array(z.strictObject({ start: z.int(), end: z.int(), kind: z.string() }).readonly()).readonly(),
  model: z.string().nullable(),
});
export type HistoryMessage = Readonly<z.infer<typeof historyMessageSchema>>;

export const historyReplySchema = z.strictObject({
  sessionKey: z.string(),
  sessionId: z.string(),
  title: z.string().nullable(),
  messages: z.array(historyMessageSchema.readonly()).readonly(),
  /** The anchor that was asked for, when it is on the page. */
  anchor: z.string().nullable(),
  /** Why the page is empty, in one sentence; null when it is not. */
  reason: z.string().nullable(),
  isClosedInterval: z.boolean(),
  contentRedacted: z.boolean(),
  /** Cursors for the pages beside this one; null at the ends. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type HistoryReply = Readonly<z.infer<typeof historyReplySchema>>;
