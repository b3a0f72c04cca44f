import { keywordPattern } from './keyword-pattern.ts';

export type KeywordHit = { readonly index: number; readonly keyword: string };
/** `codes` are those of the text. The first place from `from` on where a keyword stands, with the longest that does; null when there is none. */
export type KeywordScanner = (text: string, codes: Uint16Array, from: number) => KeywordHit | null;

/** Three characters of five bits each: letters of either case are alike, which the pattern sorts out. */
const BITS = 5;
const CHARACTERS = 3;
/** The first character is asked about exactly, but for those beyond ASCII. */
const ASCII = 128;
const CHARACTER_MASK = (1 << BITS) - 1;
const KEY_MASK = (1 << (BITS * CHARACTERS)) - 1;

/**
 * Looks for many keywords, of three characters or more, in one pass. A table of what keywords begin with rules out nearly
 * every place, and the pattern is asked about the rest: many times as fast as the pattern by itself.
 */
export function keywordScanner(keywords: Iterable<string>): KeywordScanner {
  const list = [...keywords];
  const pattern = new RegExp(keywordPattern(list).source, 'y');
  const begins = new Uint8Array(KEY_MASK + 1);
  const firsts = new Uint8Array(ASCII);
  for (const keyword of list) {
    begins[keyOf(keyword)] = 1;
    firsts[keyword.charCodeAt(0) % ASCII] = 1;
  }
  return (text, codes, from) => {
    for (
      let index = nextBeginning(codes, begins, from);
      index !== -1;
      index = nextBeginning(codes, begins, index + 1)
    ) {
      if (firsts[(codes[index] ?? 0) % ASCII] === 0) continue;
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (match !== null) return { index, keyword: match[0] };
    }
    return null;
  };
}

/** Apart from what is done with its result, so that the loop over all characters stays small and fast. */
function nextBeginning(codes: Uint16Array, begins: Uint8Array, from: number): number {
  let key = ((codes[from] ?? 0) << BITS) | ((codes[from + 1] ?? 0) & CHARACTER_MASK);
  for (let at = from + CHARACTERS - 1; at < codes.length; at += 1) {
    key = ((key << BITS) | ((codes[at] ?? 0) & CHARACTER_MASK)) & KEY_MASK;
    if (begins[key] !== 0) return at - CHARACTERS + 1;
  }
  return -1;
}

function keyOf(keyword: string): number {
  if (keyword.length < CHARACTERS) throw new RangeError(`The keyword "${keyword}" is too short to be looked for.`);
  let key = 0;
  for (let at = 0; at < CHARACTERS; at += 1) key = (key << BITS) | (keyword.charCodeAt(at) & CHARACTER_MASK);
  return key;
}
