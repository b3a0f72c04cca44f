import { KIND_BITS, kindOfUnit, RUN } from './character-table.ts';
import { MAX_TERM_UNITS } from './terms.ts';

/** Where the next word or run starts; a run between two words is terms between them. */
export function nextTerm(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordUnit(text.charCodeAt(at)) && !isOf(RUN, text.charCodeAt(at))) at += 1;
  return at;
}

export function wordEnd(text: string, from: number): number {
  let at = from;
  while (isWordUnit(text.charCodeAt(at)) && at - from <= MAX_TERM_UNITS) at += 1;
  return at;
}

/** Whether a word longer than a term has its next term here or later: the term might start inside the word. */
export function isInLongWord(text: string, at: number): boolean {
  let start = at;
  while (start > at - MAX_TERM_UNITS && isWordUnit(text.charCodeAt(start - 1))) start -= 1;
  return start === at - MAX_TERM_UNITS;
}

export function isOf(kind: number, unit: number): boolean {
  return (kindOfUnit(unit) & KIND_BITS) === kind;
}

/** Of lower-case text; false for the NaN outside it. */
export function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
