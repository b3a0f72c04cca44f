/** A stretch of text that is to be hidden, in UTF-16 units, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number; readonly kind: string };

/**
 * Spans that overlap or touch become one, in ascending order: two masks side by side would tell where one secret ends.
 * The kind is that of the earliest; of those that start together, of the longest; then of the one given first.
 */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}
