import { type CharacterKind, foldCluster, joinsBefore } from './characters.ts';
import { hangulRole } from './hangul.ts';

/** What the table says of a UTF-16 unit: one of these, and `MAY_JOIN` when it may belong to the character before. */
export const SEPARATOR = 1;
export const SIGN = 2;
export const WORD = 3;
export const RUN = 4;
/** Vanishes and parts nothing, such as a soft hyphen. */
export const UNSEEN = 5;
/** Half of a surrogate pair, or a character that becomes several. */
export const COMPLEX = 6;
export const KIND_BITS = 7;
export const MAY_JOIN = 8;

const CODES: Readonly<Record<CharacterKind, number>> = { separator: SEPARATOR, sign: SIGN, word: WORD, run: RUN };

const kinds = new Uint8Array(0x1_0000);
const folded = new Uint16Array(0x1_0000);

export function codeOf(kind: CharacterKind): number {
  return CODES[kind];
}

/** The table's entry for a unit that stands alone; entries are made when they are first asked for. */
export function kindOfUnit(unit: number): number {
  const kind = kinds[unit];
  return kind === undefined || kind === 0 ? learn(unit) : kind;
}

/** The normal form of a unit of kind SEPARATOR, SIGN, WORD or RUN, which is one unit too. */
export function foldedUnit(unit: number): number {
  return folded[unit] ?? 0;
}

function learn(unit: number): number {
  const kind = simpleKind(unit) | (mayJoin(unit) ? MAY_JOIN : 0);
  kinds[unit] = kind;
  return kind;
}

function simpleKind(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return COMPLEX;
  const [first, second] = foldCluster(String.fromCharCode(unit));
  if (first === undefined) return UNSEEN;
  if (second !== undefined || first.text.length > 1) return COMPLEX;
  folded[unit] = first.text.charCodeAt(0);
  return CODES[first.kind];
}

function mayJoin(unit: number): boolean {
  const role = hangulRole(unit);
  return role === 'vowel' || role === 'tail' || joinsBefore(String.fromCharCode(unit));
}
