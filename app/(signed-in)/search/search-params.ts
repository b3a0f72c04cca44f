import { z } from 'zod';
import type { FacetsInput } from '../../../server/contract/facets.ts';
import { type SearchInput, type SORTS, sortSchema } from '../../../server/contract/search.ts';
import type { SessionListInput } from '../../../server/contract/session.ts';

/** What the address of the search page says. */
export type SearchParams = {
  readonly q: string;
  readonly sort: (typeof SORTS)[number];
  readonly group: 'session' | 'message';
  /** Key of the chosen hit, as `hitKey` makes it; null means the first. */
  readonly at: string | null;
};

const Q_MAX = 10_000;
/** In encoded characters. A longer address is refused by servers on the next load, so such a query stays in the page. */
const ADDRESS_Q_MAX = 2000;

const schema = z.object({
  q: z.string().max(Q_MAX).catch(''),
  sort: sortSchema.catch('best'),
  group: z.enum(['session', 'message']).catch('session'),
  at: z.string().min(1).max(600).nullable().catch(null),
});

/** Never throws: what is missing, doubled or not allowed is as if it was not there. */
export function readSearchParams(params: Readonly<Record<string, string | string[] | undefined>>): SearchParams {
  return schema.parse(params);
}

/** The same from an address's query string. */
export function readSearchAddress(address: string): SearchParams {
  return readSearchParams(Object.fromEntries(new URLSearchParams(address)));
}

/** The query string of these parameters, without the question mark; defaults are left out. */
export function searchAddress({ q, sort, group, at }: SearchParams): string {
  const params = new URLSearchParams();
  if (q !== '' && fitsAddress(q)) params.set('q', q);
  if (sort !== 'best') params.set('sort', sort);
  if (group !== 'session') params.set('group', group);
  if (at !== null) params.set('at', at);
  return params.toString();
}

/** True when a query is short enough for an address. */
export function fitsAddress(q: string): boolean {
  return new URLSearchParams({ q }).toString().length <= ADDRESS_Q_MAX;
}

/** What the server is asked. `isTyping`: the last word may go on. */
export function searchInputOf(
  { q, sort, group }: SearchParams,
  { timeZone, isTyping }: { readonly timeZone: string; readonly isTyping: boolean },
): SearchInput {
  return { query: q, sort, group, timeZone, lastWordIsPrefix: isTyping };
}

/** What counts the matches of the same question: by time, none that holds only some of the words is shown. */
export function facetsInputOf(
  { q, sort }: SearchParams,
  { timeZone, isTyping }: { readonly timeZone: string; readonly isTyping: boolean },
): FacetsInput {
  return { query: q, timeZone, lastWordIsPrefix: isTyping, match: sort === 'best' ? 'some' : 'all' };
}

/** What the page lists while nothing is asked. */
export const newestSessions: SessionListInput = { parent: 'none', limit: 8 };
