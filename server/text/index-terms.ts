import { scan } from './scan.ts';
import { TermWriter } from './term-writer.ts';
import { eachTerm } from './terms.ts';
import { countAssignedCharacters } from './unicode-size.ts';

/** Goes up with every change to what a text's terms are. */
const RULES_VERSION = 1;
const RULES_STEP = 1_000_000;

/**
 * Stored with an index: one written by another version is built anew, never changed. It takes in the runtime's Unicode
 * too, since a newly assigned letter was a separator before.
 */
export const SEGMENTER_VERSION: number = RULES_VERSION * RULES_STEP + countAssignedCharacters();

const idleWriters: TermWriter[] = [];

/** The terms of a text joined by single spaces: what the full-text index holds. This is the SQL function `index_terms`. */
export function indexTerms(text: string): string {
  const writer = idleWriters.pop() ?? new TermWriter();
  const literals: string[] = [];
  scan(text, {
    onPlainWord: (start, end, units) => writer.writePlain(units, start, end),
    onStretch: (stretch) => eachTerm(stretch, (from, to) => writer.write(stretch.units, from, to)),
    onLiteral: (term) => literals.push(term),
  });
  const terms = writer.take();
  idleWriters.push(writer);
  return literals.length === 0 ? terms : `${terms} ${literals.join(' ')}`;
}

/** The number of terms in what `indexTerms` gave: an entry's length for scoring. */
export function termCount(terms: string): number {
  if (terms === '') return 0;
  let count = 1;
  for (let at = terms.indexOf(' '); at >= 0; at = terms.indexOf(' ', at + 1)) count += 1;
  return count;
}
