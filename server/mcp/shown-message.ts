import type { HistoryMessage } from '../contract/history.ts';
import type { HistoryPart } from '../contract/history-part.ts';
import type { EntryKind, EntryRole } from '../contract/transcript.ts';
import { CUT_MARK, cutText } from './cut-text.ts';

/** UTF-16 units of each text before it is cut. */
export const TEXT_MAX = 4000;

/** Reasoning, signatures, usage, cost and the bytes of images are not there to be shown. */
export type ShownPart =
  | { readonly type: 'call'; readonly name: string; readonly callId: string | null; readonly text: string }
  | {
      readonly type: 'result';
      readonly callId: string | null;
      readonly isError: boolean | null;
      readonly text: string;
    }
  | { readonly type: 'injected'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly byteLength: number };

export type ShownMessage = {
  readonly messageId: string;
  readonly role: EntryRole | null;
  /** Only of what is no message: `compaction`, `reset`, `tool-result` and so on. */
  readonly kind?: EntryKind;
  /** Unix milliseconds. */
  readonly timestamp: number;
  readonly text: string;
  /** Only with tools. */
  readonly parts?: readonly ShownPart[];
};

/** A message as agents see it, and what was done to it. */
export type Shaped = { readonly message: ShownMessage; readonly isCut: boolean; readonly isRedacted: boolean };

/** Each text is cut at `textMax`; those of parts were, where the verb was asked for so much of them. */
export function shapeMessage(from: HistoryMessage, textMax: number): Shaped {
  const { messageId, role, kind, timestamp, parts } = from;
  const { text, isCut } = cutText(from.text, from.redactions, textMax);
  return {
    message: {
      messageId,
      role,
      ...(kind === 'message' ? {} : { kind }),
      timestamp,
      text,
      ...(parts.length === 0 ? {} : { parts: parts.map(shapePart) }),
    },
    isCut: isCut || parts.some((part) => part.type !== 'image' && part.isCut === true),
    isRedacted: from.redactions.length > 0 || parts.some((part) => part.type !== 'image' && part.isRedacted === true),
  };
}

function shapePart(part: HistoryPart): ShownPart {
  if (part.type === 'image') return { type: 'image', mediaType: part.mediaType, byteLength: part.byteLength };
  const { text: full = part.gist, isCut = false } = part;
  const text = isCut ? full + CUT_MARK : full;
  switch (part.type) {
    case 'call':
      return { type: 'call', name: part.name, callId: part.callId, text };
    case 'result':
      return { type: 'result', callId: part.callId, isError: part.isError, text };
    case 'injected':
      return { type: 'injected', text };
  }
}
