/** What an actor may ask, as data. Sessions are named by their place in the world, so that a failing case stays readable. */

import { EXPORT_FORMATS, type ExportFormat } from '../../server/contract/export.ts';
import { SORTS, type Sort } from '../../server/contract/search.ts';
import type { SessionKind } from '../../server/contract/transcript.ts';
import fc from '../support/property.ts';
import { AGENTS, KINDS, messageId, PEOPLE, START_MS, type ZONES } from './cast.ts';
import { type Query, queries } from './query-asks.ts';

/**
 * A session by its place in the world and one of its names; a place beyond the last is nobody's. `current` and `main` are
 * what tokens call theirs, wherever it stands, and mean nothing to people.
 */
export type SessionName = { readonly session: number; readonly by: 'id' | 'key' | 'native-id' | 'current' | 'main' };

type Speaker = 'user' | 'assistant';
/** What narrows a search beside its query; null where it does not. */
export type WithinAsk = {
  readonly session: SessionName | null;
  readonly role: Speaker | null;
  readonly after: string | null;
  readonly before: string | null;
};
/** What a search and the counts beside it are asked for. */
export type Looking = {
  readonly query: Query;
  readonly match: 'all' | 'some';
  readonly timeZone: keyof typeof ZONES;
  readonly lastWordIsPrefix: boolean;
};
export type Searching = Looking & {
  readonly sort: Sort;
  readonly group: 'session' | 'message';
  readonly within: WithinAsk | null;
};
/** What narrows a list; null where it does not. */
export type ListAsk = {
  readonly search: string | null;
  readonly agentId: string | null;
  readonly kinds: readonly SessionKind[] | null;
  readonly archived: boolean | 'all' | null;
  readonly activeSinceMs: number | null;
  readonly parent: SessionName | 'none' | null;
  readonly person: string | null;
  readonly label: string | null;
  readonly project: string | null;
};
export type From =
  | { readonly at: 'start' }
  | { readonly at: 'around' | 'before' | 'after'; readonly messageId: string };

export type Ask =
  | (Searching & { readonly type: 'search'; readonly limit: number })
  | (Searching & { readonly type: 'export-hits' })
  | (Looking & { readonly type: 'facets' })
  /** Counts of sessions, without a query. */
  | { readonly type: 'facets-of-all' }
  /** A search for nothing but the name of a session, or the id of a message. */
  | { readonly type: 'pasted'; readonly name: SessionName | string }
  | { readonly type: 'list'; readonly limit: number; readonly filter: ListAsk }
  | { readonly type: 'export-list'; readonly filter: ListAsk }
  | { readonly type: 'get' | 'verify' | 'grants'; readonly name: SessionName }
  | { readonly type: 'message'; readonly name: SessionName; readonly messageId: string }
  | { readonly type: 'branches' | 'outline'; readonly name: SessionName; readonly branch: string | null }
  | {
      readonly type: 'history';
      readonly name: SessionName;
      readonly from: From | null;
      readonly branch: string | null;
      readonly includeTools: boolean;
      readonly role: Speaker | null;
      readonly limit: number;
    }
  | {
      readonly type: 'export';
      readonly name: SessionName;
      readonly as: ExportFormat;
      readonly branch: string | null;
      readonly includeTools: boolean;
    };
export type AskFor<Type extends Ask['type']> = Extract<Ask, { type: Type }>;

/** Nothing of it: what an ask leaves out that a door cannot be asked for. */
export const ALL_SESSIONS: ListAsk = {
  ...{ search: null, agentId: null, kinds: null, archived: null, activeSinceMs: null },
  ...{ parent: null, person: null, label: null, project: null },
};

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
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const roles = fc.constantFrom<Speaker[]>('user', 'assistant');
const moments = fc.nat(3).map((second) => new Date(START_MS + second * 1000).toISOString());

const looking = {
  query: queries,
  match: fc.constantFrom('all' as const, 'some' as const),
  timeZone: fc.oneof(
    { weight: 3, arbitrary: fc.constant('UTC' as const) },
    { weight: 1, arbitrary: fc.constant('Etc/GMT+12' as const) },
  ),
  lastWordIsPrefix: rarely,
};
const searching = {
  ...looking,
  sort: fc.constantFrom<Sort>('best', ...SORTS),
  group: fc.constantFrom('session' as const, 'message' as const),
  within: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        session: fc.option(sessionNames, { freq: 3 }),
        role: seldom(roles),
        after: seldom(moments),
        before: seldom(moments),
      }),
    },
  ),
};
const lists: fc.Arbitrary<ListAsk> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(ALL_SESSIONS) },
  {
    weight: 1,
    arbitrary: fc.record({
      search: fc.option(fc.constantFrom('elm', 's1', 'ops'), { freq: 2 }),
      agentId: fc.option(fc.constantFrom(...AGENTS), { freq: 2 }),
      kinds: seldom(fc.subarray([...KINDS], { minLength: 1 })),
      archived: fc.option(fc.constantFrom<(boolean | 'all')[]>(true, false, 'all'), { freq: 1 }),
      activeSinceMs: seldom(fc.nat(3000).map((ms) => START_MS + ms)),
      parent: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constant('none' as const) },
        { weight: 3, arbitrary: sessionNames },
      ),
      person: seldom(fc.constantFrom(...PEOPLE.map(({ email }) => email))),
      label: seldom(fc.constant('amber')),
      project: seldom(fc.constant('/srv/oak')),
    }),
  },
);
const froms: fc.Arbitrary<From> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ at: 'start' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constantFrom('around' as const, 'before' as const, 'after' as const),
      messageId: messages,
    }),
  },
);

const weighted = <T extends Ask>(
  weight: number,
  arbitrary: fc.Arbitrary<T>,
): { weight: number; arbitrary: typeof arbitrary } => ({ weight, arbitrary });
const type = <Type extends Ask['type']>(name: Type): fc.Arbitrary<Type> => fc.constant(name);
const branch = fc.option(messages, { freq: 2 });

const askArbitrary: fc.Arbitrary<Ask> = fc.oneof(
  weighted(16, fc.record({ type: type('search'), ...searching, limit })),
  weighted(4, fc.record({ type: type('facets'), ...looking })),
  weighted(1, fc.record({ type: type('facets-of-all') })),
  weighted(
    2,
    fc.record({ type: type('pasted'), name: fc.oneof<fc.Arbitrary<SessionName | string>[]>(sessionNames, messages) }),
  ),
  weighted(4, fc.record({ type: type('list'), limit, filter: lists })),
  weighted(
    3,
    fc.record({ type: fc.constantFrom('get' as const, 'verify' as const, 'grants' as const), name: sessionNames }),
  ),
  weighted(1, fc.record({ type: type('message'), name: sessionNames, messageId: messages })),
  weighted(
    2,
    fc.record({ type: fc.constantFrom('branches' as const, 'outline' as const), name: sessionNames, branch }),
  ),
  weighted(
    4,
    fc.record({
      ...{ type: type('history'), name: sessionNames, from: fc.option(froms, { freq: 2 }), branch, limit },
      ...{ includeTools: fc.boolean(), role: seldom(roles) },
    }),
  ),
  weighted(
    2,
    fc.record({
      ...{ type: type('export'), name: sessionNames, as: fc.constantFrom<ExportFormat[]>(...EXPORT_FORMATS) },
      ...{ branch: seldom(messages), includeTools: fc.boolean() },
    }),
  ),
  weighted(1, fc.record({ type: type('export-list'), filter: lists })),
  weighted(1, fc.record({ type: type('export-hits'), ...searching })),
);
const ASKS = 4;
export const asksArbitrary: fc.Arbitrary<readonly Ask[]> = fc.array(askArbitrary, { minLength: ASKS, maxLength: ASKS });
