/** A stretch of a text that is shown in its own way. UTF-16 units, end exclusive. */
export type TextSpan = { readonly start: number; readonly end: number; readonly kind: 'hit' | 'mask' };
export type TextPiece = { readonly text: string; readonly kind: 'hit' | 'mask' | 'control' | null };

/** These turn the reading order of what follows, and can make a text read as what it is not: their names are shown. */
const CONTROL = /[\u202A-\u202E]/g;

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

/** Cuts a text where spans begin and end. Spans are in order; what overlaps the one before, or lies outside, is left out. */
export function cutAtSpans(text: string, spans: readonly TextSpan[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    if (start < at || end > text.length || start >= end) continue;
    pieces.push(...showControls(text.slice(at, start), null), ...showControls(text.slice(start, end), kind));
    at = end;
  }
  pieces.push(...showControls(text.slice(at), null));
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

function showControls(text: string, kind: TextSpan['kind'] | null): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: control, index } of text.matchAll(CONTROL)) {
    if (index > at) pieces.push({ text: text.slice(at, index), kind });
    pieces.push({ text: `U+${control.charCodeAt(0).toString(16).toUpperCase()}`, kind: 'control' });
    at = index + 1;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind });
  return pieces;
}
