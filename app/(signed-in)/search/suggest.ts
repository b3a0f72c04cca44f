import type { Interpretation } from '../../../server/contract/query.ts';
import type { OtherBranches } from '../../../server/contract/search.ts';
import { addFilter } from './add-filter.ts';

export type Suggestion = { readonly text: string; readonly q: string };

/** Words that may be dropped one by one are offered up to here; beyond, the query is better written anew. */
const WORDS_MAX = 6;

/** What to try when nothing was found: each a query that asks for less, or looks in more places. */
export function suggestQueries(read: Interpretation, others: OtherBranches | null): readonly Suggestion[] {
  const { text, filters } = read;
  const words = wordsOf(text);
  const hasNoBranches = filters.some((filter) => filter.text === 'branch:any') || others?.matches === 0;
  const hasTools = filters.some((filter) => filter.text === 'in:tools');
  const last = words.at(-1);
  return [
    ...(filters.length < 2 && words.length === 0 ? [] : filters).map((filter) => ({
      text: `without ${filter.label}`,
      q: filter.without,
    })),
    ...(words.length < 2 ? [] : words.slice(0, WORDS_MAX)).map((word) => ({
      text: `without ${word}`,
      q: piecesOf(text)
        .filter((piece) => piece !== word)
        .join(' '),
    })),
    ...(last === undefined || /[*"]$/.test(last)
      ? []
      : [{ text: `${last}* (the word may go on)`, q: withPrefix(text, last) }]),
    ...(hasTools ? [] : [{ text: 'in tool calls and their output', q: addFilter(text, 'in:tools') }]),
    ...(hasNoBranches ? [] : [{ text: 'in abandoned branches too', q: addFilter(text, 'branch:any') }]),
  ];
}

/** Words and phrases that must all be there, as the normal form of a query says them. Empty where it says `OR`. */
export function wordsOf(text: string): readonly string[] {
  const pieces = piecesOf(text);
  if (pieces.includes('OR')) return [];
  return pieces.filter((piece) => !piece.startsWith('-') && !piece.startsWith('(') && !/^[a-z]+:[^:]/.test(piece));
}

function withPrefix(text: string, last: string): string {
  return piecesOf(text)
    .map((piece) => (piece === last ? `${piece}*` : piece))
    .join(' ');
}

/** A normal form in its outermost pieces: words, phrases, filters, groups. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === '(') depth += 1;
    if (!isQuoted && character === ')') depth -= 1;
    const isBreak = character === ' ' && !isQuoted && depth === 0;
    if (isBreak && piece !== '') pieces.push(piece);
    piece = isBreak ? '' : piece + character;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
