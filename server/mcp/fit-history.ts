import type { HistoryReply } from '../contract/history.ts';
import { fitMessages, type GrowFrom } from './fit-messages.ts';
import { jsonBytes, withBytes } from './json-bytes.ts';
import { type Shaped, type ShownMessage, shapeMessage, TEXT_MAX } from './shown-message.ts';
import { NOTICE } from './tool.ts';

/** Of a whole reply, as UTF-8 bytes of its JSON. */
export const HISTORY_MAX_BYTES = 81_920;
/** More than `bytes` can ever have. */
const WIDEST_BYTES = 10 ** 6;

export type FittedHistory = {
  readonly status: 'ok';
  readonly notice: string;
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly title: string | null;
  readonly messages: readonly ShownMessage[];
  /** The message that was asked for, where it is in the window. */
  readonly anchor: string | null;
  /** Why there are no messages; null when there are. */
  readonly reason: string | null;
  /** True in an earlier interval: one that a reset closed. */
  readonly isClosedInterval: boolean;
  /** Cursors for what stands before and after, dropped messages included; null at the ends. */
  readonly before: string | null;
  readonly after: string | null;
  /** True when messages were dropped or texts were cut. */
  readonly truncated: boolean;
  readonly droppedMessages: boolean;
  readonly contentTruncated: boolean;
  readonly contentRedacted: boolean;
  /** UTF-8 bytes of this reply as JSON. */
  readonly bytes: number;
};

/**
 * A page of history as one reply of at most `HISTORY_MAX_BYTES`. Dropped first is what is farthest from where the page was
 * asked for: the oldest, both ends alike around an anchor, and behind a cursor the newest, so that no gap opens at it.
 */
export function fitHistory(page: HistoryReply, from: 'tail' | 'anchor' | 'after'): FittedHistory {
  const shaped = page.messages.map((message) => shapeMessage(message, TEXT_MAX));
  const { start, end, kept } = fitMessages(shaped, growFrom(page, from), roomFor(page));
  const droppedMessages = kept.length < shaped.length;
  const contentTruncated = kept.some(({ isCut }) => isCut);
  return withBytes({
    ...envelope(page),
    messages: kept.map(({ message }) => message),
    before: start > 0 ? idOf(kept.at(0)) : page.before,
    after: end < shaped.length ? idOf(kept.at(-1)) : page.after,
    truncated: droppedMessages || contentTruncated,
    droppedMessages,
    contentTruncated,
    contentRedacted: kept.some(({ isRedacted }) => isRedacted),
  });
}

function growFrom({ messages, anchor }: HistoryReply, from: 'tail' | 'anchor' | 'after'): GrowFrom {
  if (from === 'tail') return 'newest';
  if (from === 'after') return 'oldest';
  const index = messages.findIndex(({ messageId }) => messageId === anchor);
  // An anchor of another role than was asked for is not on the page, which was grown around it all the same.
  return index === -1 ? Math.max(0, Math.floor((messages.length - 1) / 2)) : index;
}

function idOf(shaped: Shaped | undefined): string | null {
  return shaped?.message.messageId ?? null;
}

/** What is left for the messages beside all the rest, at its widest. */
function roomFor(page: HistoryReply): number {
  const ids = [page.before, page.after, ...page.messages.map(({ messageId }) => messageId)];
  const widest = ids.reduce((wide, id) => (jsonBytes(id) > jsonBytes(wide) ? id : wide), null);
  const flags = { truncated: false, droppedMessages: false, contentTruncated: false, contentRedacted: false };
  const rest = { ...envelope(page), messages: [], before: widest, after: widest, ...flags, bytes: WIDEST_BYTES };
  return HISTORY_MAX_BYTES - jsonBytes(rest) + '[]'.length;
}

type Envelope = Pick<
  FittedHistory,
  'status' | 'notice' | 'sessionKey' | 'sessionId' | 'title' | 'anchor' | 'reason' | 'isClosedInterval'
>;

function envelope({ sessionKey, sessionId, title, anchor, reason, isClosedInterval }: HistoryReply): Envelope {
  return { status: 'ok', notice: NOTICE, sessionKey, sessionId, title, anchor, reason, isClosedInterval };
}
