import type { TextNode } from '../../contract/query.ts';
import { mustVerify } from './verify.ts';

export type MatchParts = {
  readonly text: TextNode | null;
  /** OR-ed: who may be seen at all. Null when tokens cannot say it, or leave nobody out. */
  readonly who: readonly string[] | null;
  /** Each inner list OR-ed, the lists AND-ed: filters that tokens can say. */
  readonly narrowing: readonly (readonly string[])[];
  /** Tokens of which every row has one. */
  readonly everyone: readonly string[];
};

/**
 * The MATCH expression. It is made from the syntax tree alone: index terms hold letters, digits and marks only, so
 * nothing that a user typed can act as FTS5 syntax; the check below keeps it so.
 */
export function compileMatch(parts: MatchParts): string {
  const scopes = [...(parts.who === null ? [] : [parts.who]), ...parts.narrowing].map(scopeAny);
  const visible = allOf(scopes.length > 0 ? scopes : [scopeAny(parts.everyone)]);
  if (parts.text === null) return visible;
  // A list that leaves nobody out would only be read to its end, so it is not named beside words.
  return allOf([...scopes, compileNode(parts.text, visible)]);
}

function allOf(matches: readonly string[]): string {
  return matches.reduce((left, right) => `(${left} AND ${right})`);
}

/** The whole is narrowed to `visible` once; inside, only exclusions that stand alone need it: "visible, but not that". */
function compileNode(node: TextNode, visible: string): string {
  const { and, not } = split(node);
  const kept = and.length === 0 ? visible : `(${and.map(compilePositive).join(' AND ')})`;
  // What the index can tell only in part must not exclude: such a negation is checked on the text.
  const exclusions = not.filter((inner) => !mustVerify(inner)).map((inner) => compileNode(inner, visible));
  return exclusions.length === 0 ? kept : `(${kept} NOT (${exclusions.join(' OR ')}))`;

  function compilePositive(inner: TextNode): string {
    if (inner.type === 'phrase') return `terms : ${compilePhrase(inner)}`;
    if (inner.type === 'or') return `(${inner.nodes.map((each) => compileNode(each, visible)).join(' OR ')})`;
    return compileNode(inner, visible);
  }
}

function split(node: TextNode): { and: readonly TextNode[]; not: readonly TextNode[] } {
  const nodes = node.type === 'and' ? node.nodes : [node];
  const not = nodes.flatMap((each) => (each.type === 'not' ? [each.node] : []));
  return { and: nodes.filter((each) => each.type !== 'not'), not };
}

function compilePhrase(phrase: Extract<TextNode, { type: 'phrase' }>): string {
  return quote(phrase.terms.join(' ')) + (phrase.isPrefix ? '*' : '');
}

function scopeAny(tokens: readonly string[]): string {
  return tokens.length === 0 ? `scope : ${quote(NOBODY)}` : `(scope : (${tokens.map(quote).join(' OR ')}))`;
}

/** Stands in no row: an empty list of visible sessions matches nothing. */
const NOBODY = '\uE000none';

function quote(terms: string): string {
  if (/[^\p{L}\p{N}\p{Co}\p{Mn}\p{Mc} ]/u.test(terms))
    throw new TypeError('An index term holds a character that no index term can hold.');
  return `"${terms}"`;
}
