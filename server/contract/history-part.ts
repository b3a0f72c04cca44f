/** What a record holds beside its text: tool calls, results, images, and what programs put in. */
import { z } from 'zod';

/** A part's text, where it was asked for. `isRedacted`: a secret was taken out of it. */
const partText = {
  text: z.string().exactOptional(),
  isCut: z.boolean().exactOptional(),
  isRedacted: z.boolean().exactOptional(),
};

/**
 * What a record holds beside its text, in the record's order. `gist` is one redacted line of at most `GIST_MAX`
 * UTF-16 units; `byteLength` is the size of the whole in UTF-8 (of an image: of its bytes), `lines` of its text.
 */
export const historyPartSchema = z.discriminatedUnion('type', [
  /** `callId` joins a call with its result, which may stand in a later message. */
  z.strictObject({
    type: z.literal('call'),
    callId: z.string().nullable(),
    name: z.string(),
    gist: z.string(),
    byteLength: z.int(),
    ...partText,
  }),
  z.strictObject({
    type: z.literal('result'),
    callId: z.string().nullable(),
    gist: z.string(),
    byteLength: z.int(),
    lines: z.int(),
    /** Null where the format does not say. */
    isError: z.boolean().nullable(),
    ...partText,
  }),
  /** Text that a program put into the conversation: reminders, notifications, wrappers, system prompts. */
  z.strictObject({
    type: z.literal('injected'),
    gist: z.string(),
    byteLength: z.int(),
    lines: z.int(),
    ...partText,
  }),
  z.strictObject({ type: z.literal('image'), mediaType: z.string(), byteLength: z.int() }),
]);
export type HistoryPart = Readonly<z.infer<typeof historyPartSchema>>;

/** UTF-16 units of a gist, and of a part's text when one message is asked for in full. */
export const GIST_MAX = 160;
export const PART_TEXT_MAX = 500_000;

/** A part as an adapter reads it from a record, before redaction: with all its text. */
export type RecordPart =
  | { readonly type: 'call'; readonly callId: string | null; readonly name: string; readonly text: string }
  | {
      readonly type: 'result';
      readonly callId: string | null;
      readonly text: string;
      readonly isError: boolean | null;
    }
  | { readonly type: 'injected'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly byteLength: number };
