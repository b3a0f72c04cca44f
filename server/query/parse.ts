import { QUERY_MAX_CHARACTERS, QUERY_MAX_PREFIXES, QUERY_MAX_TERMS } from '../contract/query.ts';
import { AppError } from '../errors.ts';
import { queryTerms } from '../text/query-terms.ts';
import { type Groups, openGroups } from './groups.ts';
import { type FilterToken, lexQuery, type PieceToken, type Token } from './lexer.ts';
import { type Notes, openNotes } from './notes.ts';
import type { Leaf, QueryTree, TreeFilter } from './tree.ts';

export type ParsedQuery = { readonly tree: QueryTree; readonly notes: readonly string[] };

/** How a piece looks that is all sign. */
const EMPTY = { word: '*', phrase: '""' } as const;

type Parser = {
  readonly groups: Groups;
  readonly notes: Notes;
  readonly lastWordIsPrefix: boolean;
  terms: number;
  prefixes: number;
};

/**
 * Text → tree. What does not fit the grammar is mended, and each kind of repair gives one sentence.
 * @throws AppError bad-input: over a bound, a mistyped filter, a filter where it could not narrow the whole query.
 */
export function parseQuery(typed: string, options: { readonly lastWordIsPrefix: boolean }): ParsedQuery {
  if (typed.length > QUERY_MAX_CHARACTERS) throw tooMuch(`${QUERY_MAX_CHARACTERS} characters`);
  const notes = openNotes();
  const parser: Parser = { groups: openGroups(notes), notes, ...options, terms: 0, prefixes: 0 };
  for (const token of lexQuery(clean(typed))) take(parser, token);
  const tree = parser.groups.finish();
  if (parser.terms === 0 && typed.trim() !== '')
    notes.add('Nothing is left to search for: these are the newest messages.');
  return { tree, notes: notes.list() };
}

/** Control characters separate words; half a surrogate pair stands for nothing. */
function clean(typed: string): string {
  return typed.replace(/\p{Cc}/gu, ' ').replace(/\p{Cs}/gu, '\uFFFD');
}

function take(parser: Parser, token: Token): void {
  const { groups, notes } = parser;
  if (token.type === 'open') return groups.open(token.isNegated);
  if (token.type === 'close') return groups.close();
  if (token.type === 'or') return groups.addAlternative();
  if (token.type === 'dash') return notes.add('Ignored a `-` with nothing right after it.');
  if (!token.isClosed) notes.add('A quote was not closed: it was closed at the end.');
  return token.type === 'filter' ? takeFilter(parser, token) : takePiece(parser, token);
}

function takePiece(parser: Parser, token: PieceToken): void {
  const isPrefix = token.isPrefix || mayGoOn(parser, token);
  const match = queryTerms(token.text, { isPrefix });
  if (match === null) return parser.notes.ignorePiece(token.text === '' ? EMPTY[token.type] : token.text);
  countTerm(parser);
  if (token.isPrefix) countPrefix(parser);
  if (token.type === 'word') noteOperatorWord(parser, token.text);
  const leaf: Leaf = { type: token.type, text: token.text, isPrefix, match: { type: 'phrase', ...match } };
  parser.groups.add({ text: token.isNegated ? { type: 'not', node: leaf } : leaf, filters: [] });
}

/** A word that is still being typed may go on, unless that would exclude what was not asked to be. */
function mayGoOn(parser: Parser, token: PieceToken): boolean {
  const isOpen = token.isAtEnd && (token.type === 'word' || !token.isClosed);
  const isExcluded = token.isNegated || parser.groups.isInExclusion();
  return parser.lastWordIsPrefix && isOpen && !isExcluded && parser.prefixes < QUERY_MAX_PREFIXES;
}

function noteOperatorWord({ notes }: Parser, text: string): void {
  if (text === 'AND') notes.add('`AND` was read as a word: all words are asked for without it.');
  if (text === 'NOT') notes.add('`NOT` was read as a word: a `-` right before a word excludes it.');
}

function takeFilter(parser: Parser, token: FilterToken): void {
  if (token.value === '') return parser.notes.add(`Ignored \`${token.name}:\`, which has no value right after it.`);
  countTerm(parser);
  parser.groups.add({ text: null, filters: [readSessionKey(parser, token)] });
}

/** A pasted session key begins like an agent filter; no agent's id holds a colon. */
function readSessionKey(parser: Parser, { name, value, isNegated }: FilterToken): TreeFilter {
  if (name !== 'agent' || !value.includes(':')) return { name, value, isNegated };
  parser.notes.add('`agent:` with a second colon was read as a session key.');
  return { name: 'session', value: `agent:${value}`, isNegated };
}

function countTerm(parser: Parser): void {
  parser.terms += 1;
  if (parser.terms > QUERY_MAX_TERMS) throw tooMuch(`${QUERY_MAX_TERMS} words, phrases and filters`);
}

function countPrefix(parser: Parser): void {
  parser.prefixes += 1;
  if (parser.prefixes > QUERY_MAX_PREFIXES) throw tooMuch(`${QUERY_MAX_PREFIXES} words that end in \`*\``);
}

function tooMuch(bound: string): AppError {
  return new AppError('bad-input', `A query may hold at most ${bound}, and this one holds more: make it shorter.`);
}
