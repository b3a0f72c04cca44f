import { scan } from './scan.ts';
import { eachTerm } from './terms.ts';

/** One index term and where it stands: UTF-16 offsets into the given text, end exclusive. */
export type Token = { readonly term: string; readonly start: number; readonly end: number };

/**
 * The terms of a text: the only tokeniser. Words and the pairs of runs come in the order of the text, then all literals
 * (`C++` gives `c` in its place and one literal at the end), so that phrases over neighbours do not see them.
 * Never throws; linear in the text's length.
 */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  const literals: Token[] = [];
  const lower = text.toLowerCase();
  // Only the capital dotted I changes its length.
  const isAligned = lower.length === text.length;
  scan(text, {
    onPlainWord: (start, end) => {
      found.push({ term: isAligned ? lower.slice(start, end) : text.slice(start, end).toLowerCase(), start, end });
    },
    onStretch: (stretch) =>
      eachTerm(stretch, (from, to) => {
        const start = stretch.startOf(from);
        const end = stretch.endOf(to - 1);
        found.push({ term: stretch.isVerbatim ? text.slice(start, end) : stretch.spell(from, to), start, end });
      }),
    onLiteral: (term, start, end) => literals.push({ term, start, end }),
  });
  return literals.length === 0 ? found : found.concat(literals);
}
