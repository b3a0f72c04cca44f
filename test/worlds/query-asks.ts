/** Queries as data, with every operator and filter that the language has. */

import { QUERY_MAX_PREFIXES } from '../../server/contract/query.ts';
import fc from '../support/property.ts';
import { AGENTS, CANARIES, KINDS, keyOf, MODELS, NAMES, PEOPLE, RUN_PARTS, SECRETS, START_MS, WORDS } from './cast.ts';

/** Several words stand side by side: in quotes, or glued by a sign (`ash-elm`). */
export type Term = { readonly words: readonly string[]; readonly isPrefix: boolean; readonly glue: '"' | '-' | '_' };
export type Piece = { readonly term: Term; readonly isNegated: boolean };
/** Any of `anyOf`, each of which holds all of its pieces; with `isNegated`, none of them. */
export type Clause = { readonly isNegated: boolean; readonly anyOf: readonly (readonly Piece[])[] };
export type FilterAsk = { readonly name: string; readonly value: string; readonly isNegated: boolean };
export type Query = {
  readonly clauses: readonly Clause[];
  readonly filters: readonly FilterAsk[];
  readonly anyBranch: boolean;
  /** What tools answered, and no messages. */
  readonly inTools: boolean;
};

const oneWord = (word: string): Term => ({ words: [word], isPrefix: false, glue: '"' });
const words = fc.constantFrom(...WORDS);
const prefixes = (starts: readonly string[]): fc.Arbitrary<Term> =>
  fc.constantFrom(...starts).map((start) => ({ ...oneWord(start), isPrefix: true }));
const terms: fc.Arbitrary<Term> = fc.oneof(
  { weight: 8, arbitrary: words.map(oneWord) },
  {
    weight: 2,
    arbitrary: fc.record({
      words: fc.tuple(words, words),
      isPrefix: fc.constant(false),
      glue: fc.constantFrom<Term['glue'][]>('"', '-', '_'),
    }),
  },
  { weight: 2, arbitrary: prefixes(['a', 'f', 'as', 'kanari']) },
  { weight: 2, arbitrary: fc.constantFrom(...RUN_PARTS).map(oneWord) },
  { weight: 2, arbitrary: fc.constantFrom(...CANARIES).map(oneWord) },
  { weight: 1, arbitrary: fc.constantFrom(...SECRETS).map(oneWord) },
  { weight: 1, arbitrary: prefixes(SECRETS.map((secret) => secret.slice(4, 9))) },
);

const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const pieces = fc.record({ term: terms, isNegated: rarely });
const wanted = (term: Term): readonly Piece[] => [{ term, isNegated: false }];
const alternatives: fc.Arbitrary<readonly Piece[]> = fc.oneof(
  { weight: 3, arbitrary: terms.map(wanted) },
  { weight: 1, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 2 }) },
);
const clauses: fc.Arbitrary<Clause> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .record({ isNegated: rarely, term: terms })
      .map(({ isNegated, term }) => ({ isNegated, anyOf: [wanted(term)] })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ isNegated: rarely, anyOf: fc.array(alternatives, { minLength: 2, maxLength: 3 }) }),
  },
);
const anyOfThem = (all: readonly Term[]): readonly Clause[] => [{ isNegated: false, anyOf: all.map(wanted) }];

const keys = fc.record({ agent: fc.constantFrom(...AGENTS), name: fc.constantFrom(...NAMES) }).map(keyOf);
const oneOf = (name: string, ...values: readonly string[]): fc.Arbitrary<[string, string]> =>
  fc.tuple(fc.constant(name), fc.constantFrom(...values));
const values = fc.oneof(
  oneOf('agent', ...AGENTS),
  fc.tuple(fc.constant('session'), keys),
  oneOf('kind', ...KINDS),
  oneOf('role', 'user', 'assistant', 'tool'),
  oneOf('person', ...PEOPLE.map((person) => person.email)),
  oneOf('title', 'elm', 'yews'),
  oneOf('project', 'oak', 'srv'),
  oneOf('model', 'heron', ...MODELS),
  oneOf('source', 'openclaw', 'codex'),
  oneOf('label', 'amber'),
  oneOf('is', 'archived'),
  oneOf('has', 'secret'),
  oneOf('on', '2026-11-01', '2026-10-31', '2026-10', '2026-11'),
  fc.tuple(
    fc.constantFrom('after', 'before'),
    fc.nat(3).map((second) => new Date(START_MS + second * 1000).toISOString()),
  ),
);
const filters = fc
  .tuple(values, fc.boolean())
  .map(([[name, value], isNegated]): FilterAsk => ({ name, value, isNegated }));

export function prefixesIn(query: Query): number {
  return query.clauses.flatMap(({ anyOf }) => anyOf.flat().filter(({ term }) => term.isPrefix)).length;
}

const anyQueries: fc.Arbitrary<Query> = fc.record({
  clauses: fc.oneof(
    { weight: 2, arbitrary: fc.array(clauses, { minLength: 1, maxLength: 1 }) },
    // What scores depend on most: one of several words, and nothing else.
    { weight: 2, arbitrary: fc.array(words.map(oneWord), { minLength: 2, maxLength: 3 }).map(anyOfThem) },
    { weight: 1, arbitrary: fc.array(clauses, { maxLength: 3 }) },
  ),
  filters: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(filters, { maxLength: 2 }) },
  ),
  anyBranch: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  inTools: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
export const queries: fc.Arbitrary<Query> = anyQueries.filter((query) => prefixesIn(query) <= QUERY_MAX_PREFIXES);

export function queryText({ clauses: all, filters: narrowing, anyBranch, inTools }: Query): string {
  const narrowed = narrowing.map(({ name, value, isNegated }) => `${isNegated ? '-' : ''}${name}:${value}`);
  const places = [...(anyBranch ? ['branch:any'] : []), ...(inTools ? ['in:tools'] : [])];
  return [...all.map(clauseText), ...narrowed, ...places].join(' ');
}

function clauseText({ isNegated, anyOf }: Clause): string {
  const said = anyOf.map((all) => {
    const text = all.map(pieceText).join(' ');
    return all.length > 1 ? `(${text})` : text;
  });
  return `${isNegated ? '-' : ''}${said.length > 1 ? `(${said.join(' OR ')})` : said[0]}`;
}

function pieceText({ term, isNegated }: Piece): string {
  return `${isNegated ? '-' : ''}${termText(term)}`;
}

function termText({ words: parts, isPrefix, glue }: Term): string {
  const text = parts.length > 1 && glue === '"' ? `"${parts.join(' ')}"` : parts.join(glue);
  return `${text}${isPrefix ? '*' : ''}`;
}
