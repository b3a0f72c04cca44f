import { indexTerms } from './index-terms.ts';
import type { Phrase } from './phrase-terms.ts';
import { plainCounts } from './plain-counts.ts';

/**
 * How often each phrase occurs in a text without overlapping itself, in the order of the phrases. A vague one counts once.
 */
export function phraseCounts(text: string, phrases: readonly Phrase[]): number[] {
  const counts = plainCounts(text, phrases) ?? termCounts(text, phrases);
  return counts.map((count, index) => (isVague(phrases[index]) ? Math.min(count, 1) : count));
}

/** A prefix of one or two letters or digits: how often a text holds such words says nothing of it. */
export function isVague(phrase: Phrase | undefined): boolean {
  return phrase?.isPrefix === true && phrase.terms.length === 1 && /^[a-z0-9]{1,2}$/.test(phrase.terms[0] ?? '');
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
