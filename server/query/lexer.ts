import type { FilterName } from '../contract/query.ts';
import { AppError } from '../errors.ts';
import { findFilterName, nearFilterNames } from './filter-names.ts';

/** A piece's `text` is without quotes and without the `*` behind it; `isAtEnd` when the query ends in its last letter. */
export type Token =
  | { readonly type: 'open'; readonly isNegated: boolean }
  | { readonly type: 'close' }
  | { readonly type: 'or' }
  | { readonly type: 'dash' } // a `-` with nothing behind it
  | PieceToken
  | FilterToken;

export type PieceToken = {
  readonly type: 'word' | 'phrase';
  readonly text: string;
  readonly isPrefix: boolean;
  readonly isNegated: boolean;
  readonly isClosed: boolean;
  readonly isAtEnd: boolean;
};

export type FilterToken = {
  readonly type: 'filter';
  readonly name: FilterName;
  readonly value: string;
  readonly isNegated: boolean;
  readonly isClosed: boolean;
};

type Place = { readonly at: number; readonly isNegated: boolean };
type Read = { readonly token: Token; readonly end: number };

// Keyboards and word processors type the curly ones and the full-width one for `"`.
const QUOTES = '"“”„＂';
const SPACE = /\s*/y;
const RUN = new RegExp(`[^\\s()${QUOTES}]+`, 'y');
const QUOTED = new RegExp(`[^${QUOTES}]*`, 'y');
const STARS = /\**/y;

/**
 * Cuts a query into signs, pieces and filters, in one pass from left to right.
 * @throws AppError bad-input for `name:value` whose name is one slip away from a filter's.
 */
export function lexQuery(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = endOf(SPACE, text, 0); at < text.length; at = endOf(SPACE, text, at)) {
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function readToken(text: string, at: number): Read {
  const next = text[at + 1] ?? ' ';
  if (text[at] === ')') return { token: { type: 'close' }, end: at + 1 };
  // `--force` is a word: a second hyphen never negates.
  if (text[at] !== '-' || next === '-') return readOperand(text, { at, isNegated: false });
  if (next === ')' || next.trim() === '') return { token: { type: 'dash' }, end: at + 1 };
  return readOperand(text, { at: at + 1, isNegated: true });
}

function readOperand(text: string, place: Place): Read {
  if (text[place.at] === '(') return { token: { type: 'open', isNegated: place.isNegated }, end: place.at + 1 };
  return isQuote(text[place.at]) ? readPhrase(text, place) : readRun(text, place);
}

function readPhrase(text: string, { at, isNegated }: Place): Read {
  const quoted = readQuoted(text, at);
  const end = endOf(STARS, text, quoted.end);
  const isAtEnd = end === text.length && text.trimEnd() === text;
  return { token: { type: 'phrase', ...quoted.content, isPrefix: end > quoted.end, isNegated, isAtEnd }, end };
}

function readRun(text: string, { at, isNegated }: Place): Read {
  const end = endOf(RUN, text, at);
  const run = text.slice(at, end);
  const filter = readFilter(text, { at, end }, isNegated);
  if (filter !== null) return filter;
  if (run === 'OR' && !isNegated) return { token: { type: 'or' }, end };
  const word = withoutStars(run);
  const isPrefix = word.length < run.length;
  // `-OR` excludes the word, which only a phrase can say again without being read as the operator.
  const type = run === 'OR' ? 'phrase' : 'word';
  return { token: { type, text: word, isPrefix, isNegated, isClosed: true, isAtEnd: end === text.length }, end };
}

/** `name:value` with a known name, else null. `name::value` is program text, never a filter. */
function readFilter(text: string, run: { at: number; end: number }, isNegated: boolean): Read | null {
  const colon = text.slice(run.at, run.end).indexOf(':');
  const name = text.slice(run.at, run.at + Math.max(colon, 0));
  const valueAt = run.at + colon + 1;
  if (name === '' || text[valueAt] === ':') return null;
  const isQuoted = valueAt === run.end && isQuote(text[valueAt]);
  const known = findFilterName(name);
  if (known === null) {
    refuseSlip(name, text.slice(isQuoted ? valueAt + 1 : valueAt));
    return null;
  }
  const quoted = isQuoted ? readQuoted(text, valueAt) : null;
  const { text: value, isClosed } = quoted?.content ?? { text: text.slice(valueAt, run.end), isClosed: true };
  return { token: { type: 'filter', name: known, value, isNegated, isClosed }, end: quoted?.end ?? run.end };
}

function refuseSlip(name: string, behind: string): void {
  const near = nearFilterNames(name).map((known) => `\`${known}:\``);
  if (near.length === 0 || !/^\p{L}/u.test(behind)) return;
  const message = `Unknown filter \`${name}:\`. Did you mean ${near.join(' or ')}? Put it in quotes to search for the text.`;
  throw new AppError('bad-input', message);
}

/** From an opening quote to the next quote, or to the end of the query. */
function readQuoted(text: string, at: number): { content: { text: string; isClosed: boolean }; end: number } {
  const close = endOf(QUOTED, text, at + 1);
  const isClosed = close < text.length;
  const content = {
    text: text
      .slice(at + 1, close)
      .trim()
      .replace(/\s+/g, ' '),
    isClosed,
  };
  return { content, end: isClosed ? close + 1 : close };
}

function withoutStars(run: string): string {
  let end = run.length;
  while (end > 0 && run[end - 1] === '*') end -= 1;
  return run.slice(0, end);
}

function isQuote(character: string | undefined): boolean {
  return character !== undefined && QUOTES.includes(character);
}

/** Where what a sticky pattern matches at `at` ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
