import { indexTerms } from './index-terms.ts';
import type { Phrase } from './phrase-terms.ts';
import { plainCounts } from './plain-counts.ts';

/** How often each phrase occurs in a text without overlapping itself, in the order of the phrases. */
export function phraseCounts(text: string, phrases: readonly Phrase[]): number[] {
  return plainCounts(text, phrases) ?? termCounts(text, phrases);
}

function termCounts(text: string, phrases: readonly Phrase[]): number[] {
  const haystack = ` ${indexTerms(text)} `;
  return phrases.map(({ terms, isPrefix }) => {
    if (terms.length === 0) return 0;
    const needle = ` ${terms.join(' ')}${isPrefix ? '' : ' '}`;
    // The space behind a term is the one before the next.
    const step = isPrefix ? needle.length : needle.length - 1;
    let count = 0;
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + step)) count += 1;
    return count;
  });
}
