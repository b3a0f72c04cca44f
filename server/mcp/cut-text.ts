/** Stands where a text goes on that was cut. */
export const CUT_MARK = '…(truncated)…';

type Span = { readonly start: number; readonly end: number };
export type CutText = { readonly text: string; readonly isCut: boolean };

/**
 * At most `max` UTF-16 units of a text, then `CUT_MARK` where it was longer. It is cut neither inside a surrogate pair nor
 * inside one of the `masks`: ascending offsets into the text, ends exclusive.
 */
export function cutText(text: string, masks: readonly Span[], max: number): CutText {
  if (text.length <= max) return { text, isCut: false };
  const mask = masks.find(({ start, end }) => start < max && max < end);
  const end = mask?.start ?? (isPairAt(text, max - 1) ? max - 1 : max);
  return { text: text.slice(0, end) + CUT_MARK, isCut: true };
}

/** Whether a surrogate pair begins at this unit. */
function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
