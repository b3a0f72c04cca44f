import type { Span } from './span.ts';

/** UTF-16 units that are looked at together, and how far two such stretches reach into one another. */
const STRETCH = 262_144;
const OVERLAP = 8192;

/**
 * Where a text matches: all of a text of ordinary length, and of a longer one what the first stretch that matches holds.
 * A snippet needs no more, and finding every match of a text of megabytes takes the better part of a second.
 */
export function nearestSpans(text: string, spansOf: (text: string) => readonly Span[]): readonly Span[] {
  if (text.length <= STRETCH) return spansOf(text);
  for (let start = 0; start < text.length; start += STRETCH) {
    const from = Math.max(0, start - OVERLAP);
    const to = Math.min(text.length, start + STRETCH);
    // What touches a cut may be a part of a longer word; the next stretch holds it whole.
    const found = spansOf(text.slice(from, to)).filter(
      (span) => (span.start > 0 || from === 0) && (from + span.end < to || to === text.length),
    );
    if (found.length > 0) return found.map((span) => ({ start: from + span.start, end: from + span.end }));
  }
  return spansOf(text);
}
