import type { Phrase } from './phrase-terms.ts';
import { isPlain } from './plain-text.ts';
import { isInLongWord, isWordUnit, nextTerm, wordEnd } from './plain-words.ts';
import { stem } from './stem.ts';
import { MAX_TERM_UNITS } from './terms.ts';

/** What a text holds of some stemmed phrases. */
export type LooseCounts = {
  /** How often each occurs, in their order. */
  readonly counts: readonly number[];
  /** How many of them are followed at once by the next one somewhere. */
  readonly pairs: number;
};

/** Where the words of one stem stand in a text. */
type Places = { readonly starts: readonly number[]; readonly ends: readonly number[] };

/**
 * `looseCounts` of single words without reading the text into terms: some ten times faster. Null when only the terms can
 * tell: for a text that is not plain, a word longer than a term, or a phrase of several terms or with an open end.
 */
export function plainLooseCounts(text: string, phrases: readonly Phrase[]): LooseCounts | null {
  if (!phrases.every(({ terms, isPrefix }) => !isPrefix && terms.length === 1 && IS_WORD.test(terms[0] ?? '')))
    return null;
  if (!isPlain(text)) return null;
  const lower = text.toLowerCase();
  const places: Places[] = [];
  for (const { terms } of phrases) {
    const found = findStem(lower, terms[0] ?? '');
    if (found === null) return null;
    places.push(found);
  }
  return { counts: places.map(({ starts }) => starts.length), pairs: countPairs(lower, places) };
}

const IS_WORD = /^[a-z0-9]{1,200}$/;
/** Stemming writes these ends anew; all else of a stem stands at the beginning of its words. */
const WRITTEN_ANEW = /(?:[ei]|(?<=b)l)$/;

function findStem(text: string, stemmed: string): Places | null {
  const lead = stemmed.length > 3 ? stemmed.replace(WRITTEN_ANEW, '') : stemmed;
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = text.indexOf(lead); at >= 0; ) {
    const end = wordEnd(text, at);
    if (isInLongWord(text, at) || end - at > MAX_TERM_UNITS) return null;
    if (!isWordUnit(text.charCodeAt(at - 1)) && stem(text.slice(at, end)) === stemmed) {
      starts.push(at);
      ends.push(end);
    }
    at = text.indexOf(lead, end);
  }
  return { starts, ends };
}

/** How many words are followed at once by the next one somewhere. */
function countPairs(text: string, places: readonly Places[]): number {
  let pairs = 0;
  for (const [index, { ends }] of places.entries()) {
    const next = new Set(places[index + 1]?.starts);
    if (next.size > 0 && ends.some((end) => next.has(nextTerm(text, end)))) pairs += 1;
  }
  return pairs;
}
