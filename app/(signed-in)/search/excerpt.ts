type Span = readonly [start: number, end: number];
export type Excerpt = { readonly text: string; readonly highlights: readonly Span[] };

/** Of this much one third stands before the first hit. */
const BEFORE = 1 / 3;

/** At most `max` UTF-16 units of a text, around its first hit or from its start, with `…` where something is left out. */
export function excerptOf({ text, highlights }: Excerpt, max: number): Excerpt {
  if (text.length <= max) return { text, highlights };
  const first = highlights[0]?.[0] ?? 0;
  const start = wholeAt(text, Math.max(0, Math.min(first - Math.floor(max * BEFORE), text.length - max)));
  const end = wholeAt(text, Math.min(text.length, start + max));
  const lead = start > 0 ? '…' : '';
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    highlights: highlights
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  };
}

/** The same place, or one before it where it would cut a character in two. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
