import type { Span } from './span.ts';

/** So many matches are looked at: enough for a megabyte of text in which every fourth word matches. */
const MAX_SPANS = 50_000;
/** Of a match's text this much tells it from others. */
const COMPARED_UNITS = 16;

/**
 * The stretch of a text, at most `width` UTF-16 units long, from the first to the last of the matches that are best shown
 * together: most different words, then most matches, then the earliest. A match that is longer stands alone.
 */
export function bestWindow(text: string, spans: readonly Span[], width: number): Span {
  const seen = new DistinctWords(text);
  let best: Span = { start: spans[0]?.start ?? 0, end: spans[0]?.end ?? 0 };
  let bestRank = 0;
  let first = 0;
  const count = Math.min(spans.length, MAX_SPANS);
  for (let last = 0; last < count; last += 1) {
    const { start: lastStart, end } = spans[last] ?? best;
    seen.add(last, spans[last] ?? best);
    for (; first < last && end - (spans[first]?.start ?? lastStart) > width; first += 1) seen.remove(first);
    const rank = seen.distinct * MAX_SPANS + (last - first);
    if (rank <= bestRank) continue;
    bestRank = rank;
    best = { start: spans[first]?.start ?? lastStart, end };
  }
  return best;
}

/** How many different words stand in a moving window of matches. */
class DistinctWords {
  distinct = 0;
  private readonly text: string;
  private readonly numbers = new Map<string, number>();
  private readonly numberOfSpan: number[] = [];
  private readonly counts: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  add(index: number, { start, end }: Span): void {
    const word = this.text.slice(start, Math.min(end, start + COMPARED_UNITS)).toLowerCase();
    const number = this.numbers.get(word) ?? this.numbers.size;
    this.numbers.set(word, number);
    this.numberOfSpan[index] = number;
    const count = (this.counts[number] ?? 0) + 1;
    this.counts[number] = count;
    if (count === 1) this.distinct += 1;
  }

  remove(index: number): void {
    const number = this.numberOfSpan[index] ?? 0;
    const count = (this.counts[number] ?? 1) - 1;
    this.counts[number] = count;
    if (count === 0) this.distinct -= 1;
  }
}
