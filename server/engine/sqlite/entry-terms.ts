import { indexTerms, termCount } from '../../text/index-terms.ts';

let last: { readonly text: string; readonly terms: string } = { text: '', terms: '' };

/**
 * The index terms of an entry's text. The text asked for last is remembered: adding an entry asks for its length, and the
 * trigger for its terms right after.
 */
export function entryTerms(text: string): string {
  if (text !== last.text) last = { text, terms: indexTerms(text) };
  return last.terms;
}

/** Number of terms in an entry's text: its length for ranking. */
export function entryLength(text: string): number {
  return termCount(entryTerms(text));
}
