import { CANDIDATE_TEXT_MAX } from '../../contract/search.ts';
import { indexTerms, termCount } from '../../text/index-terms.ts';
import { repeatedTerms } from '../../text/repeated-terms.ts';

/** Terms of texts whose length was asked for, until the rows that hold them are written. */
const known = new Map<string, string>();

/** The index terms of an entry's text: what the triggers ask for. */
export function entryTerms(text: string): string {
  return known.get(text) ?? indexTerms(text);
}

/** Number of terms in an entry's text: its length for ranking. */
export function entryLength(text: string): number {
  return termCount(entryTerms(text));
}

/** `entryLength` of rows about to be written: the triggers ask for the same terms right after. `terms` if they are known. */
export function entryLengthKept(text: string, terms = entryTerms(text)): number {
  known.set(text, terms);
  return termCount(terms);
}

/**
 * What an entry's text repeats in the part that ranking looks at, which need not be read where a word stands in it once.
 * Null when only the text tells: that is too much.
 */
export function entryRepeats(text: string, terms = entryTerms(text)): string | null {
  return repeatedTerms(text.length > CANDIDATE_TEXT_MAX ? indexTerms(text.slice(0, CANDIDATE_TEXT_MAX)) : terms);
}

export function forgetTerms(): void {
  known.clear();
}
