import { indexTerms } from './index-terms.ts';
import { findPhrases } from './match-spans.ts';
import type { Phrase } from './phrase-terms.ts';
import { type LooseCounts, plainLooseCounts } from './plain-loose.ts';
import type { Span } from './span.ts';
import { stem } from './stem.ts';
import { tokens } from './tokens.ts';

/** A phrase in which every word stands for all its forms. */
export function stemPhrase({ terms, isPrefix }: Phrase): Phrase {
  return { terms: terms.map(stem), isPrefix };
}

/** Counts stemmed phrases in a text, in any form of their words. */
export function looseCounts(text: string, phrases: readonly Phrase[]): LooseCounts {
  return plainLooseCounts(text, phrases) ?? termLooseCounts(indexTerms(text), phrases);
}

function termLooseCounts(terms: string, phrases: readonly Phrase[]): LooseCounts {
  const haystack = ` ${terms.split(' ').map(stem).join(' ')} `;
  const counts = phrases.map((phrase) => countIn(haystack, phrase));
  let pairs = 0;
  for (const [index, phrase] of phrases.entries()) {
    const next = phrases[index + 1];
    if (next === undefined || phrase.isPrefix || counts[index] === 0 || counts[index + 1] === 0) continue;
    if (haystack.includes(needleOf({ ...next, terms: [...phrase.terms, ...next.terms] }))) pairs += 1;
  }
  return { counts, pairs };
}

/** Where some stemmed phrases stand in a text, in any form of their words: in order, none inside another. */
export function looseSpans(text: string, phrases: readonly Phrase[]): Span[] {
  return findPhrases(
    tokens(text).map((token) => ({ ...token, term: stem(token.term) })),
    phrases,
  );
}

function countIn(haystack: string, phrase: Phrase): number {
  if (phrase.terms.length === 0) return 0;
  const needle = needleOf(phrase);
  const step = phrase.isPrefix ? needle.length : needle.length - 1;
  let count = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + step)) count += 1;
  return count;
}

function needleOf({ terms, isPrefix }: Phrase): string {
  return ` ${terms.join(' ')}${isPrefix ? '' : ' '}`;
}
