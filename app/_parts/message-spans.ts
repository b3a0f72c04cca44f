import { cutAtMarks, MARKS_MAX } from './hidden-marks.ts';

/** A stretch of a text that is shown in its own way. UTF-16 units, end exclusive. */
export type TextSpan = { readonly start: number; readonly end: number; readonly kind: 'hit' | 'mask' };
/** A piece with a label is one of what cannot be seen (see `cutAtMarks`). */
export type TextPiece = {
  readonly text: string;
  readonly kind: TextSpan['kind'] | null;
  readonly label: string | null;
};

/** More elements than this in one text would hold the page up; the rest is shown without them. */
export const SPANS_MAX = 2000;

type Marked = {
  readonly highlights: readonly (readonly [number, number])[];
  readonly redactions: readonly { readonly start: number; readonly end: number }[];
};

/** The hits and masks of a message in one list, in order. */
export function spansOf({ highlights, redactions }: Marked): readonly TextSpan[] {
  return [
    ...highlights.map(([start, end]) => ({ start, end, kind: 'hit' as const })),
    ...redactions.map(({ start, end }) => ({ start, end, kind: 'mask' as const })),
  ].toSorted((one, other) => one.start - other.start);
}

/**
 * Cuts a text where spans begin and end, and at what cannot be seen. Spans are in order; what overlaps the one before, or
 * lies outside, is left out, and so is what is more than a page can bear.
 */
export function cutAtSpans(text: string, spans: readonly TextSpan[], marksMax = MARKS_MAX): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let marksLeft = marksMax;
  let at = 0;
  const add = (end: number, kind: TextSpan['kind'] | null): void => {
    for (const piece of cutAtMarks(text.slice(at, end), marksLeft)) {
      if (piece.label !== null) marksLeft -= 1;
      pieces.push({ ...piece, kind });
    }
    at = end;
  };
  for (const { start, end, kind } of spans) {
    if (start < at || end > text.length || start >= end) continue;
    if (pieces.length > SPANS_MAX) break;
    add(start, null);
    add(end, kind);
  }
  add(text.length, null);
  return pieces;
}

/** Spans of a source in a text made from it: `places[i]` is the place of the text's unit `i` in the source, ascending. */
export function moveSpans(spans: readonly TextSpan[], places: readonly number[]): readonly TextSpan[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = lowerBound(spans.length, (index) => (spans[index]?.end ?? 0) > first);
  const moved: TextSpan[] = [];
  for (const { start, end, kind } of spans.slice(from)) {
    if (start > last) break;
    moved.push({ start: indexOfPlace(places, start), end: indexOfPlace(places, end), kind });
  }
  return moved;
}

function indexOfPlace(places: readonly number[], place: number): number {
  return lowerBound(places.length, (index) => (places[index] ?? 0) >= place);
}

/** The first index that passes, among `length` of which those that pass come last. */
function lowerBound(length: number, passes: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
