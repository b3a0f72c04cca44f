import type { Stretch } from './stretch.ts';

/** A longer word is a phrase of its pieces. In UTF-16 units; a surrogate pair is never cut. */
export const MAX_TERM_UNITS = 256;

/** From `from` up to `to` in the units of a stretch. */
export type OnTerm = (from: number, to: number) => void;

/** The terms of a stretch, in order: a word's pieces, or a run's overlapping pairs and then its last character alone. */
export function eachTerm(stretch: Stretch, onTerm: OnTerm): void {
  if (stretch.isRun) eachPair(stretch, onTerm);
  else eachPiece(stretch.length, (at) => stretch.units[at] ?? 0, onTerm);
}

/** The terms of a word in normal form. */
export function cutWord(word: string): string[] {
  const pieces: string[] = [];
  eachPiece(
    word.length,
    (at) => word.charCodeAt(at),
    (from, to) => pieces.push(word.slice(from, to)),
  );
  return pieces;
}

function eachPiece(length: number, unitAt: (at: number) => number, onTerm: OnTerm): void {
  for (let from = 0; from < length; ) {
    const limit = Math.min(length, from + MAX_TERM_UNITS);
    const to = limit < length && isLeadSurrogate(unitAt(limit - 1)) ? limit - 1 : limit;
    onTerm(from, to);
    from = to;
  }
}

function eachPair({ units, length }: Stretch, onTerm: OnTerm): void {
  const after = (at: number): number => at + (isLeadSurrogate(units[at] ?? 0) ? 2 : 1);
  for (let from = 0, middle = after(0); from < length; ) {
    const to = middle < length ? after(middle) : length;
    onTerm(from, to);
    from = middle;
    middle = to;
  }
}

function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
