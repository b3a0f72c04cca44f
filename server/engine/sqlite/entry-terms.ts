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
 * Which terms an entry's text repeats, so that ranking need not read it where a word stands once. Null when only the text
 * tells: there are too many, or ranking looks at a part of it.
 */
export function entryRepeats(text: string, terms = entryTerms(text)): string | null {
  return text.length > CANDIDATE_TEXT_MAX ? null : repeatedTerms(terms);
}

export function forgetTerms(): void {
  known.clear();
}
