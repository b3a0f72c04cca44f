/** A page of a session's history, centred on an anchor or at the tail. */
import { z } from 'zod';
import type { SessionId } from './actor.ts';
import { historyPartSchema, type RecordPart } from './history-part.ts';
import { QUERY_MAX_CHARACTERS } from './query.ts';
import { type EntryKind, type EntryRole, entryKindSchema, entryRoleSchema } from './transcript.ts';

export const HISTORY_LIMIT_DEFAULT = 50;
export const HISTORY_LIMIT_MAX = 1000;
/** The reason of an empty page that nothing stands in the way of. */
export const NO_MESSAGES = 'There are no messages here.';

export const historyInput = z.strictObject({
  /** Session key, opaque id or native id. */
  session: z.string().min(1).max(1000),
  /** Message id to centre on. */
  around: z.string().min(1).max(500).optional(),
  /** Message id of a leaf: read that branch, from it to the root. */
  branch: z.string().min(1).max(500).optional(),
  /** From the first message on, instead of the newest ones. */
  start: z.literal(true).optional(),
  before: z.string().max(2000).optional(),
  after: z.string().max(2000).optional(),
  limit: z.int().min(1).max(HISTORY_LIMIT_MAX).default(HISTORY_LIMIT_DEFAULT),
  /** Tool calls, tool results, images, and what programs put in: each as one folded part. */
  includeTools: z.boolean().default(false),
  /** Only messages of this role; the limit counts these, and no boundary is drawn. */
  role: z.enum(['user', 'assistant']).exactOptional(),
  /** Gives the text of each part too, redacted and cut to so many UTF-16 units; left out: its gist alone. */
  partText: z.int().min(1).max(16_384).exactOptional(),
  /** Marks what this query finds in the texts. Its filters are ignored; a query over its bounds marks nothing. */
  highlight: z.string().max(QUERY_MAX_CHARACTERS).optional(),
});
export type HistoryInput = z.input<typeof historyInput>;

export type HistoryRequest = {
  readonly sessionId: SessionId;
  readonly branch: string | null;
  readonly limit: number;
  readonly includesTools: boolean;
  readonly role?: 'user' | 'assistant';
  readonly from:
    | { readonly at: 'tail' }
    | { readonly at: 'start' }
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
  /** As stored, not redacted: the verb redacts them. Empty unless the request includes tools. */
  readonly parts: readonly RecordPart[];
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
  /** UTF-16 offsets in `text` of what `highlight` finds, end exclusive, in order, apart. */
  highlights: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
  /** Empty unless tools are included. */
  parts: z.array(historyPartSchema).readonly(),
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

/** One message with its parts in full: what opening a folded tool call shows. */
export const messageInput = z.strictObject({
  session: z.string().min(1).max(1000),
  messageId: z.string().min(1).max(500),
  /** Marks what this query finds in the parts, as in history. */
  highlight: z.string().max(QUERY_MAX_CHARACTERS).exactOptional(),
});
export type MessageInput = z.input<typeof messageInput>;

export const messageReplySchema = z.strictObject({
  messageId: z.string(),
  kind: entryKindSchema,
  role: entryRoleSchema.nullable(),
  /** Unix milliseconds. */
  timestamp: z.int(),
  /** Redacted, as in history. */
  text: z.string(),
  /** In the order of `HistoryMessage.parts`. Redacted; at most `PART_TEXT_MAX` UTF-16 units each. Empty for images. */
  parts: z
    .array(
      z
        .strictObject({
          text: z.string(),
          isCut: z.boolean(),
          /** UTF-16 offsets in `text` of what `highlight` finds, end exclusive, in order, apart. */
          highlights: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
        })
        .readonly(),
    )
    .readonly(),
});
export type MessageReply = Readonly<z.infer<typeof messageReplySchema>>;

/** Where other branches leave the one that is shown. */
export const BRANCHES_MAX = 500;
export const branchesInput = z.strictObject({
  session: z.string().min(1).max(1000),
  /** Message id of the leaf that is read; left out: the active branch. */
  branch: z.string().min(1).max(500).optional(),
});
export type BranchesInput = z.input<typeof branchesInput>;

export const branchSchema = z.strictObject({
  /** Message id of the newest message on it: `branch` of history takes it. */
  leaf: z.string(),
  /** The last shown message of this branch before the other leaves; null when it leaves before the first. */
  leavesAt: z.string().nullable(),
  /** Messages with text on the other branch alone. */
  messages: z.int(),
  /** Unix milliseconds of its first message. */
  startTimeMs: z.int(),
  /** First words of its first message with text, one redacted line of at most `GIST_MAX` units. */
  gist: z.string(),
  /** True for the session's active branch (seen from another one). */
  isActive: z.boolean(),
});
export type Branch = Readonly<z.infer<typeof branchSchema>>;

export const branchesReplySchema = z.strictObject({
  branches: z.array(branchSchema.readonly()).readonly(),
  /** True when there are more than `BRANCHES_MAX`; the newest are given. */
  isCut: z.boolean(),
});
export type BranchesReply = Readonly<z.infer<typeof branchesReplySchema>>;

/** The turns of a session at a glance: what was asked, and the boundaries. */
export const OUTLINE_MAX = 2000;
export const outlineInput = branchesInput;
export type OutlineInput = z.input<typeof outlineInput>;

export const outlineReplySchema = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          messageId: z.string(),
          kind: z.enum(['prompt', 'compaction', 'reset', 'branch-summary']),
          timestamp: z.int(),
          /** One redacted line of at most `GIST_MAX` units. */
          gist: z.string(),
        })
        .readonly(),
    )
    .readonly(),
  /** Messages with text on the branch. */
  messages: z.int(),
  /** True when there are more than `OUTLINE_MAX`; the newest are given. */
  isCut: z.boolean(),
});
export type OutlineReply = Readonly<z.infer<typeof outlineReplySchema>>;
