import { QUERY_MAX_RUN_CHARACTERS } from '../contract/query.ts';
import { phraseTerms } from './phrase-terms.ts';
import { type Part, pieceParts } from './piece-parts.ts';
import { scan } from './scan.ts';
import { TermWriter } from './term-writer.ts';

/** A phrase for the index; `verify`, when there, is what `containsNormalised` must find in the text too. */
export type QueryTerms = { readonly terms: readonly string[]; readonly isPrefix: boolean; readonly verify?: string };

/** A run of so many characters has one pair less. */
const MAX_TERMS = QUERY_MAX_RUN_CHARACTERS - 1;

/**
 * A word or the inside of quotes, as typed, as index terms that stand side by side. Null when it holds no letter and no
 * digit. A piece that is one word with its signs (`C++`) asks for the literal; among other words signs only part them.
 * Terms past the bound go to `verify`, in normal form.
 */
export function queryTerms(piece: string, options: { readonly isPrefix: boolean }): QueryTerms | null {
  const { parts, literals } = pieceParts(piece);
  if (parts.length === 0) return null;
  if (parts.length === 1 && literals.length === 1) return { terms: literals, isPrefix: options.isPrefix };
  const { terms, isPrefix } = phraseTerms(parts, options.isPrefix);
  if (terms.length <= MAX_TERMS) return { terms, isPrefix };
  return { terms: terms.slice(0, MAX_TERMS), isPrefix: false, verify: normalForm(parts, isPrefix) };
}

/** Words end at spaces; a run may begin and end inside a longer one, and so may a prefix. */
function normalForm(parts: readonly Part[], isPrefix: boolean): string {
  const before = parts[0]?.isRun === true ? '' : ' ';
  const after = parts.at(-1)?.isRun === true || isPrefix ? '' : ' ';
  return `${before}${parts.map((part) => part.text).join(' ')}${after}`;
}

/**
 * Whether a text holds the `verify` of `queryTerms`: compared as words and runs in normal form, so that what stands
 * between them does not matter. Linear in the text's length.
 */
export function containsNormalised(text: string, verify: string): boolean {
  const writer = new TermWriter();
  scan(text, {
    onPlainWord: (start, end, units) => writer.writePlain(units, start, end),
    onStretch: (stretch) => writer.write(stretch.units, 0, stretch.length),
    onLiteral: () => {},
  });
  return ` ${writer.take()} `.includes(verify);
}
