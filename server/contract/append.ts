/** Live ingest: what a program sends while a session is being written, and what it is told. */
import { z } from 'zod';

/** Of one call: more of either is refused as too large. Bytes are those of the records. */
export const APPEND_ENTRIES_MAX = 1000;
export const APPEND_BYTES_MAX = 4_194_304;
/** Entries of one session that a call may move on or off the active branch. */
export const BRANCH_MOVE_MAX = 10_000;

const ID_MAX = 200;
const entryIdSchema = z.string().min(1).max(ID_MAX);

/** A message as its fields: the house makes the record. `parentId` left out: the current leaf; null: a root. */
const messageFieldsSchema = z.strictObject({
  id: entryIdSchema,
  parentId: entryIdSchema.nullable().exactOptional(),
  role: z.enum(['user', 'assistant', 'system']),
  text: z.string(),
  /** Unix milliseconds; without it the entry comes right after the one before. */
  timestampMs: z.int().positive().exactOptional(),
  model: z.string().min(1).max(ID_MAX).exactOptional(),
});
export type MessageFields = Readonly<z.infer<typeof messageFieldsSchema>>;

/** `record`: the exact JSON text of one record in OpenClaw's format, on one line; it is kept byte for byte. */
const appendedEntrySchema = z.union([z.strictObject({ record: z.string().min(2) }), messageFieldsSchema]);
export type AppendedEntry = Readonly<z.infer<typeof appendedEntrySchema>>;

export const appendInput = z.strictObject({
  session: z.strictObject({
    /** `agent:<agentId>:<rest>`, or the rest alone. */
    key: z.string().min(1).max(512),
    agentId: z.string().min(1).max(64).exactOptional(),
    /** Of the window that goes on. Left out: the open one of the key. A new one opens the next window. */
    nativeId: entryIdSchema.exactOptional(),
    title: z.string().max(1000).exactOptional(),
    project: z.string().max(4096).exactOptional(),
    /** Key of one's own session that spawned this one. */
    parentKey: z.string().min(1).max(512).exactOptional(),
  }),
  entries: z.array(appendedEntrySchema).min(1),
});
export type AppendInput = Readonly<z.infer<typeof appendInput>>;

export const appendReplySchema = z.strictObject({
  sessionId: z.string(),
  sessionKey: z.string(),
  /** In the order sent. `known`: stored already with the same bytes. */
  entries: z.array(z.strictObject({ id: z.string(), status: z.enum(['added', 'known']) })).readonly(),
  added: z.int(),
  /** Id of the entry that the active branch ends in; null when nothing is active. */
  leaf: z.string().nullable(),
});
export type AppendReply = Readonly<z.infer<typeof appendReplySchema>>;

const sessionName = z.string().min(1).max(1000);
export const moveLeafInput = z.strictObject({ session: sessionName, messageId: z.string().min(1).max(512) });
export type MoveLeafInput = Readonly<z.infer<typeof moveLeafInput>>;
export const closeSessionInput = z.strictObject({ session: sessionName });
