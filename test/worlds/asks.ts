/** What an actor may ask, as data. Sessions are named by their place in the world, so that a failing case stays readable. */

import { QUERY_MAX_PREFIXES } from '../../server/contract/query.ts';
import { SORTS, type Sort } from '../../server/contract/search.ts';
import fc from '../support/property.ts';
import { AGENTS, KINDS, keyOf, messageId, NAMES, PEOPLE, RUN_PARTS, SECRETS, START_MS, WORDS } from './cast.ts';

export type Term = { readonly words: readonly string[]; readonly isPrefix: boolean };
/** Any of `anyOf`; with `isNegated`, none of them. */
export type Clause = { readonly isNegated: boolean; readonly anyOf: readonly Term[] };
export type FilterAsk = { readonly name: string; readonly value: string; readonly isNegated: boolean };
export type Query = {
  readonly clauses: readonly Clause[];
  readonly filters: readonly FilterAsk[];
  readonly anyBranch: boolean;
  /** What tools answered, and no messages. */
  readonly inTools: boolean;
};

/**
 * A session by its place in the world and one of its names; a place beyond the last is nobody's. `current` and `main` are
 * what tokens call theirs, wherever it stands, and mean nothing to people.
 */
export type SessionName = { readonly session: number; readonly by: 'id' | 'key' | 'native-id' | 'current' | 'main' };

export type Ask =
  | {
      readonly type: 'search';
      readonly query: Query;
      readonly sort: Sort;
      readonly group: 'session' | 'message';
      readonly match: 'all' | 'some';
      readonly limit: number;
    }
  | { readonly type: 'facets'; readonly query: Query; readonly match: 'all' | 'some' }
  /** A search for nothing but the name of a session, or the id of a message. */
  | { readonly type: 'pasted'; readonly name: SessionName | string }
  | { readonly type: 'list'; readonly limit: number; readonly search: string | null; readonly agentId: string | null }
  | { readonly type: 'get' | 'verify' | 'grants'; readonly name: SessionName }
  | {
      readonly type: 'history';
      readonly name: SessionName;
      readonly from: { readonly at: 'around' | 'before' | 'after'; readonly messageId: string } | null;
      readonly branch: string | null;
      readonly limit: number;
    };

const oneWord = (word: string): Term => ({ words: [word], isPrefix: false });
const words = fc.constantFrom(...WORDS);
const terms: fc.Arbitrary<Term> = fc.oneof(
  { weight: 8, arbitrary: words.map(oneWord) },
  { weight: 2, arbitrary: fc.tuple(words, words).map((pair) => ({ words: pair, isPrefix: false })) },
  { weight: 2, arbitrary: fc.constantFrom('a', 'f', 'as').map((start) => ({ words: [start], isPrefix: true })) },
  { weight: 2, arbitrary: fc.constantFrom(...RUN_PARTS).map(oneWord) },
  { weight: 1, arbitrary: fc.constantFrom(...SECRETS).map(oneWord) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...SECRETS).map((secret) => ({ words: [secret.slice(4, 9)], isPrefix: true })),
  },
);
const clauses: fc.Arbitrary<Clause> = fc.record({
  isNegated: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  anyOf: fc.array(terms, { minLength: 1, maxLength: 3 }),
});
const anyOfThem = (anyOf: readonly Term[]): readonly Clause[] => [{ isNegated: false, anyOf }];
const keys = fc.record({ agent: fc.constantFrom(...AGENTS), name: fc.constantFrom(...NAMES) }).map(keyOf);
const values = fc.oneof(
  fc.tuple(fc.constant('agent'), fc.constantFrom(...AGENTS)),
  fc.tuple(fc.constant('session'), keys),
  fc.tuple(fc.constant('kind'), fc.constantFrom(...KINDS)),
  fc.tuple(fc.constant('role'), fc.constantFrom('user', 'assistant')),
  fc.tuple(fc.constant('person'), fc.constantFrom(...PEOPLE.map((person) => person.email))),
  fc.tuple(fc.constant('title'), fc.constantFrom('elm', 'yews')),
  fc.tuple(fc.constant('project'), fc.constantFrom('oak', 'srv')),
  fc.tuple(fc.constant('label'), fc.constant('amber')),
  fc.tuple(fc.constant('has'), fc.constant('secret')),
  fc.tuple(
    fc.constantFrom('after', 'before'),
    fc.nat(3).map((second) => new Date(START_MS + second * 1000).toISOString()),
  ),
);
const filters = fc
  .tuple(values, fc.boolean())
  .map(([[name, value], isNegated]): FilterAsk => ({ name, value, isNegated }));
const prefixesIn = (query: Query): number =>
  query.clauses.flatMap((clause) => clause.anyOf.filter((term) => term.isPrefix)).length;
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
const queries = anyQueries.filter((query) => prefixesIn(query) <= QUERY_MAX_PREFIXES);
const messages = fc.nat(4).map(messageId);
const sessionNames = fc.record({
  session: fc.nat(5),
  by: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<SessionName['by']>('id', 'key', 'native-id') },
    { weight: 1, arbitrary: fc.constantFrom<SessionName['by']>('current', 'main') },
  ),
});
const limit = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(20) },
);

const askArbitrary: fc.Arbitrary<Ask> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      query: queries,
      sort: fc.constantFrom<Sort>('best', ...SORTS),
      group: fc.constantFrom('session' as const, 'message' as const),
      match: fc.constantFrom('all' as const, 'some' as const),
      limit,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('facets' as const),
      query: queries,
      match: fc.constantFrom('all' as const, 'some' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('pasted' as const),
      name: fc.oneof<fc.Arbitrary<SessionName | string>[]>(sessionNames, messages),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('list' as const),
      limit,
      search: fc.option(fc.constantFrom('elm', 's1', 'ops'), { freq: 2 }),
      agentId: fc.option(fc.constantFrom(...AGENTS), { freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('get' as const, 'verify' as const, 'grants' as const),
      name: sessionNames,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('history' as const),
      name: sessionNames,
      from: fc.option(
        fc.record({ at: fc.constantFrom('around' as const, 'before' as const, 'after' as const), messageId: messages }),
      ),
      branch: fc.option(messages, { freq: 2 }),
      limit,
    }),
  },
);
const ASKS = 3;
export const asksArbitrary: fc.Arbitrary<readonly Ask[]> = fc.array(askArbitrary, { minLength: ASKS, maxLength: ASKS });

export function queryText({ clauses: all, filters: narrowing, anyBranch, inTools }: Query): string {
  const said = all.map((clause) => {
    const any = clause.anyOf.map(termText).join(' OR ');
    return `${clause.isNegated ? '-' : ''}${clause.anyOf.length > 1 ? `(${any})` : any}`;
  });
  const narrowed = narrowing.map(({ name, value, isNegated }) => `${isNegated ? '-' : ''}${name}:${value}`);
  const places = [...(anyBranch ? ['branch:any'] : []), ...(inTools ? ['in:tools'] : [])];
  return [...said, ...narrowed, ...places].join(' ');
}

function termText({ words: parts, isPrefix }: Term): string {
  return parts.length > 1 ? `"${parts.join(' ')}"` : `${parts[0] ?? ''}${isPrefix ? '*' : ''}`;
}
