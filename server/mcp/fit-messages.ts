import { jsonBytes } from './json-bytes.ts';
import type { Shaped } from './shown-message.ts';

/** Stands for a message that is larger than a whole reply. */
export const OMITTED = '[sessions_history omitted: message too large]';

/** From where a window grows: from its newest message, from its oldest, or both ways from the message with this index. */
export type GrowFrom = 'newest' | 'oldest' | number;

/** The kept messages stand side by side: `start` and `end` are indexes into all of them, end exclusive. */
export type Fitted = { readonly start: number; readonly end: number; readonly kept: readonly Shaped[] };

/**
 * Of messages, oldest first, the window that fits into so many bytes of a JSON array. One that does not fit alone is kept as
 * `OMITTED`. A side ends at its first message that does not fit, so that nothing is missing inside.
 */
export function fitMessages(messages: readonly Shaped[], from: GrowFrom, maxBytes: number): Fitted {
  const sized = messages.map((shaped) => sizeOf(shaped, maxBytes));
  const first = from === 'newest' ? Math.max(0, sized.length - 1) : from === 'oldest' ? 0 : from;
  let start = first;
  let end = first;
  let room = maxBytes - '[]'.length + ','.length;
  const take = (index: number): boolean => {
    const bytes = (sized[index]?.bytes ?? Number.POSITIVE_INFINITY) + ','.length;
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  if (take(first)) end += 1;
  let isOlderOpen = end > start;
  let isNewerOpen = end > start;
  while (isOlderOpen || isNewerOpen) {
    isOlderOpen &&= take(start - 1);
    if (isOlderOpen) start -= 1;
    isNewerOpen &&= take(end);
    if (isNewerOpen) end += 1;
  }
  return { start, end, kept: sized.slice(start, end).map(({ shaped }) => shaped) };
}

function sizeOf(shaped: Shaped, maxBytes: number): { shaped: Shaped; bytes: number } {
  const bytes = jsonBytes(shaped.message);
  if (bytes + '[]'.length <= maxBytes) return { shaped, bytes };
  const { parts: _, ...message } = shaped.message;
  const omitted = { ...shaped, message: { ...message, text: OMITTED }, isCut: true };
  return { shaped: omitted, bytes: jsonBytes(omitted.message) };
}
