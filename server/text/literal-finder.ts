import { SIGN, WORD } from './character-table.ts';
import { spellLiteral } from './private-letters.ts';
import type { Stretch } from './stretch.ts';

/** A literal term, and the UTF-16 offsets of the word with its signs. */
export type OnLiteral = (term: string, start: number, end: number) => void;

/** A sign with its place and the kind of character before it. */
export type SignPlace = { readonly sign: string; readonly start: number; readonly end: number; readonly after: number };

type OpenWord = { readonly spelling: string; readonly start: number; readonly end: number };
type Lead = { readonly sign: string; readonly start: number; readonly needsDigit: boolean };

/** Longer words get no literal. */
const MAX_LETTERS = 64;
const MAX_TRAILING_SIGNS = 3;

/**
 * Finds the words that signs belong to: `C++`, `C#`, `.NET`, `#1234`. Trailing signs are one to three of `+` and `#`; a
 * single one with a letter behind it joins two words instead (`a+b`), except `#` before a digit (`repo#12`). A leading
 * `.` or `#` has no letter and no sign before it, except `#` before a digit. Trailing signs win over a leading one.
 */
export class LiteralFinder {
  private readonly onLiteral: OnLiteral;
  /** The sign right before what is read next. */
  private nextLead: Lead | null = null;
  private lead: Lead | null = null;
  /** The word that has just ended, while what follows decides about its literal. */
  private word: OpenWord | null = null;
  private tail = '';
  private tailEnd = 0;

  constructor(onLiteral: OnLiteral) {
    this.onLiteral = onLiteral;
  }

  wordStarts(firstUnit: number, previous: number): void {
    const isDigit = firstUnit >= 0x30 && firstUnit <= 0x39;
    if (this.word !== null) this.settle(isDigit ? 'digit' : 'letter');
    const lead = previous === SIGN ? this.nextLead : null;
    this.lead = lead?.needsDigit && !isDigit ? null : lead;
  }

  wordEnds(stretch: Stretch, hasTail: boolean): void {
    if (this.lead === null && !hasTail) return;
    const { length } = stretch;
    if (length > MAX_LETTERS) return;
    this.word = { spelling: stretch.spell(0, length), start: stretch.startOf(0), end: stretch.endOf(length - 1) };
    this.tail = '';
  }

  sign({ sign, start, end, after }: SignPlace): void {
    if (this.word !== null && sign === '.') this.settle('other');
    if (this.word !== null && this.tail.length <= MAX_TRAILING_SIGNS) this.tail += sign;
    this.tailEnd = end;
    const mayLead = after !== SIGN && (sign === '#' || (sign === '.' && after !== WORD));
    this.nextLead = mayLead ? { sign, start, needsDigit: after === WORD } : null;
  }

  /** The signs behind a word have ended; `next` is what they end at. */
  settle(next: 'digit' | 'letter' | 'other'): void {
    const { word, tail, lead } = this;
    this.word = null;
    if (word === null) return;
    const joinsTwoWords = tail.length === 1 && (next === 'letter' || (next === 'digit' && tail === '+'));
    if (tail !== '' && tail.length <= MAX_TRAILING_SIGNS && !joinsTwoWords) {
      this.onLiteral(spellLiteral(word.spelling + tail), word.start, this.tailEnd);
    } else if (lead !== null) {
      this.onLiteral(spellLiteral(lead.sign + word.spelling), lead.start, word.end);
    }
  }
}
