import { CANDIDATE_TEXT_MAX } from '../../contract/search.ts';
import { indexTerms, termCount } from '../../text/index-terms.ts';
import { repeatedTerms } from '../../text/repeated-terms.ts';

/** Terms of rows that are being written, by their ids. */
const kept = new Map<number, string>();

/** Number of terms in an entry's text: its length for ranking. */
export function entryLength(text: string): number {
  return termCount(indexTerms(text));
}

/** `entryLength` of a row about to be written, whose terms the trigger asks for right after. `terms` if they are known. */
export function entryLengthKept({ id, text, terms = indexTerms(text) }: TermsOfRow): number {
  kept.set(id, terms);
  return termCount(terms);
}

type TermsOfRow = { readonly id: number; readonly text: string; readonly terms?: string | undefined };

/** Null for a row whose terms nobody has found yet: then the trigger asks for those of its text. */
export function keptTerms(id: number): string | null {
  return kept.get(id) ?? null;
}

/**
 * What an entry's text repeats in the part that ranking looks at, which need not be read where a word stands in it once.
 * Null when only the text tells: that is too much.
 */
export function entryRepeats(text: string, terms = indexTerms(text)): string | null {
  return repeatedTerms(text.length > CANDIDATE_TEXT_MAX ? indexTerms(text.slice(0, CANDIDATE_TEXT_MAX)) : terms);
}

export function forgetTerms(): void {
  kept.clear();
}
