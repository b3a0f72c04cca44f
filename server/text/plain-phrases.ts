import { RUN, WORD } from './character-table.ts';
import type { Phrase } from './phrase-terms.ts';
import { isInLongWord, isOf, isWordUnit, nextTerm, wordEnd } from './plain-words.ts';
import { MAX_TERM_UNITS } from './terms.ts';

type Visit = { readonly mayOverlap: boolean; readonly onFound: (start: number, end: number) => void };

const NOT_HERE = -1;
/** Only the terms can tell: at a word longer than a term. */
const UNSURE = -2;

/**
 * Finds a phrase in a plain text in lower case. False when only the terms can tell: of a phrase with a literal, with so
 * long a term, or of words and runs, and at a word longer than a term.
 */
export function eachOccurrence(text: string, phrase: Phrase, visit: Visit): boolean {
  const [first = ''] = phrase.terms;
  if (first === '') return true;
  if (phrase.terms.every(isShortWord)) return eachOfWords(text, phrase, visit);
  const run = runOf(phrase);
  if (run === null) return false;
  // The terms of a run stand a character apart: the last one's second character may begin the next.
  const step = visit.mayOverlap ? 1 : phrase.terms.length;
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + step)) visit.onFound(at, at + run.length);
  return true;
}

function eachOfWords(text: string, phrase: Phrase, visit: Visit): boolean {
  const [first = ''] = phrase.terms;
  for (let at = text.indexOf(first); at >= 0; ) {
    const end = isWordUnit(text.charCodeAt(at - 1)) && !isInLongWord(text, at) ? NOT_HERE : phraseEnd(text, at, phrase);
    if (end === UNSURE) return false;
    if (end !== NOT_HERE) visit.onFound(at, end);
    at = text.indexOf(first, end === NOT_HERE || visit.mayOverlap ? at + 1 : end);
  }
  return true;
}

/** Where the phrase ends whose first term stands at an offset. */
function phraseEnd(text: string, start: number, { terms, isPrefix }: Phrase): number {
  if (isInLongWord(text, start)) return UNSURE;
  let at = start;
  for (let index = 0; index < terms.length; index += 1) {
    const term = terms[index] ?? '';
    if (index > 0) at = nextTerm(text, at);
    if (!text.startsWith(term, at)) return NOT_HERE;
    const end = wordEnd(text, at + term.length);
    if (end - at > MAX_TERM_UNITS) return UNSURE;
    const mayGoOn = isPrefix && index === terms.length - 1;
    if (end > at + term.length && !mayGoOn) return NOT_HERE;
    at = end;
  }
  return at;
}

/** The run that a phrase asks for by its overlapping pairs, or by its only character as the start of one; else null. */
function runOf({ terms, isPrefix }: Phrase): string | null {
  const [first = ''] = terms;
  if (!terms.every((term) => isAllOf(RUN, term))) return null;
  if (isPrefix) return terms.length === 1 && first.length === 1 ? first : null;
  let run = first.slice(0, 1);
  for (const term of terms) {
    if (term.length !== 2 || term[0] !== run.at(-1)) return null;
    run += term.slice(1);
  }
  return run;
}

function isShortWord(term: string): boolean {
  return term.length < MAX_TERM_UNITS && isAllOf(WORD, term);
}

function isAllOf(kind: number, term: string): boolean {
  for (let at = 0; at < term.length; at += 1) if (!isOf(kind, term.charCodeAt(at))) return false;
  return true;
}
