import fc from 'fast-check';
import type { Person } from '../../server/contract/actor.ts';
import { QUERY_MAX_PREFIXES } from '../../server/contract/query.ts';
import { SORTS, type Sort } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { AppError } from '../../server/errors.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { searchToTheEnd } from '../support/asking.ts';
import { reader } from '../support/transcripts.ts';
import { AGENTS, KINDS, keyOf, messageId, PEOPLE, START_MS, WORDS } from './world.ts';

export type Term = { readonly words: readonly string[]; readonly isPrefix: boolean };
/** Any of `anyOf`; with `isNegated`, none of them. */
export type Clause = { readonly isNegated: boolean; readonly anyOf: readonly Term[] };
export type FilterAsk = { readonly name: string; readonly value: string; readonly isNegated: boolean };
export type Query = {
  readonly clauses: readonly Clause[];
  readonly filters: readonly FilterAsk[];
  readonly anyBranch: boolean;
};

export type Ask = { readonly actor: number } & (
  | {
      readonly type: 'search';
      readonly query: Query;
      readonly sort: Sort;
      readonly group: 'session' | 'message';
      readonly limit: number;
    }
  | { readonly type: 'list'; readonly limit: number; readonly search: string | null; readonly agentId: string | null }
  | {
      readonly type: 'open';
      readonly session: string;
      readonly around: string | null;
      readonly branch: string | null;
      readonly limit: number;
    }
);

const words = fc.constantFrom(...WORDS);
const terms: fc.Arbitrary<Term> = fc.oneof(
  { weight: 4, arbitrary: words.map((word) => ({ words: [word], isPrefix: false })) },
  { weight: 1, arbitrary: fc.tuple(words, words).map((pair) => ({ words: pair, isPrefix: false })) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'f', 'as').map((start) => ({ words: [start], isPrefix: true })) },
);
const clauses: fc.Arbitrary<Clause> = fc.record({
  isNegated: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  anyOf: fc.array(terms, { minLength: 1, maxLength: 3 }),
});
const keys = fc.record({ agent: fc.constantFrom(...AGENTS), name: fc.constantFrom('s0', 's1', 's2') }).map(keyOf);
const values = fc.oneof(
  fc.tuple(fc.constant('agent'), fc.constantFrom(...AGENTS)),
  fc.tuple(fc.constant('session'), keys),
  fc.tuple(fc.constant('kind'), fc.constantFrom(...KINDS)),
  fc.tuple(fc.constant('role'), fc.constantFrom('user', 'assistant')),
  fc.tuple(fc.constant('person'), fc.constantFrom(...PEOPLE.map((person) => person.email))),
  fc.tuple(fc.constant('title'), fc.constantFrom('elm', 'yews')),
  fc.tuple(fc.constant('project'), fc.constantFrom('oak', 'srv')),
  fc.tuple(
    fc.constantFrom('after', 'before'),
    fc.nat(4).map((second) => new Date(START_MS + second * 1000).toISOString()),
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
    { weight: 1, arbitrary: fc.array(clauses, { maxLength: 3 }) },
  ),
  filters: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(filters, { maxLength: 2 }) },
  ),
  anyBranch: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
const queries = anyQueries.filter((query) => prefixesIn(query) <= QUERY_MAX_PREFIXES);
const messages = fc.option(fc.nat(4).map(messageId));
/** An owner sees everything, so there is less to leak to one. */
const actor = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: PEOPLE.length - 1 }) },
);
const limit = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(20));

export const askArbitrary: fc.Arbitrary<Ask> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      actor,
      query: queries,
      sort: fc.constantFrom(...SORTS),
      group: fc.constantFrom('session' as const, 'message' as const),
      limit,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('list' as const),
      actor,
      limit,
      search: fc.option(fc.constantFrom('elm', 's1', 'ops')),
      agentId: fc.option(fc.constantFrom(...AGENTS)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('open' as const),
      actor,
      session: fc.oneof(keys, fc.constantFrom('main-s0', 'ops-s1')),
      around: messages,
      branch: messages,
      limit,
    }),
  },
);

export function queryText({ clauses: all, filters: narrowing, anyBranch }: Query): string {
  const said = all.map((clause) => {
    const any = clause.anyOf.map(termText).join(' OR ');
    return `${clause.isNegated ? '-' : ''}${clause.anyOf.length > 1 ? `(${any})` : any}`;
  });
  const narrowed = narrowing.map(({ name, value, isNegated }) => `${isNegated ? '-' : ''}${name}:${value}`);
  return [...said, ...narrowed, ...(anyBranch ? ['branch:any'] : [])].join(' ');
}

function termText({ words: parts, isPrefix }: Term): string {
  return parts.length > 1 ? `"${parts.join(' ')}"` : `${parts[0] ?? ''}${isPrefix ? '*' : ''}`;
}

/** Everything that the person is answered, to the last page. A refusal is an answer too. */
export async function answersTo(engine: Engine, people: readonly Person[], ask: Ask): Promise<readonly unknown[]> {
  const person = people[ask.actor];
  if (person === undefined) throw new Error('An ask of the world has no actor.');
  const read = reader(engine, person);
  switch (ask.type) {
    case 'search': {
      const { sort, group, limit: size } = ask;
      return searchToTheEnd(read, queryText(ask.query), { sort, group, limit: size });
    }
    case 'list': {
      const pages: SessionListReply[] = [];
      let cursor: string | null = null;
      do {
        const { search, agentId } = ask;
        const filter = {
          limit: ask.limit,
          ...(search === null ? {} : { search }),
          ...(agentId === null ? {} : { agentId }),
        };
        const page: SessionListReply = await listSessions(read, { ...filter, ...(cursor === null ? {} : { cursor }) });
        pages.push(page);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return pages;
    }
    case 'open': {
      const { session, around, branch } = ask;
      const input = {
        session,
        limit: ask.limit,
        ...(around === null ? {} : { around }),
        ...(branch === null ? {} : { branch }),
      };
      return [await refusalOr(getHistory(read, input)), await refusalOr(verifySession(read, session))];
    }
  }
}

async function refusalOr(reply: Promise<unknown>): Promise<unknown> {
  return reply.catch((cause: unknown) => {
    if (cause instanceof AppError) return { refused: cause.kind, message: cause.message };
    throw cause;
  });
}
