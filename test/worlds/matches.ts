/** What plain arrays say of a search: every message of a world is looked at. */
import type { Role } from '../../server/contract/actor.ts';
import { QUERY_MAX_PREFIXES } from '../../server/contract/query.ts';
import type { Looking, Searching, WithinAsk } from './asks.ts';
import { keyOf, messageId, RUN_PARTS, SECRETS, START_MS, ZONES } from './cast.ts';
import { type Clause, type FilterAsk, type Piece, prefixesIn, type Query, type Term } from './query-asks.ts';
import { activeIndexes } from './reading.ts';
import { emailOf, type World, type WorldSession } from './world.ts';

/** What narrows a search beside its query, with the place of its session; null where there is none. */
export type Within = Omit<WithinAsk, 'session'> & { readonly session: number | null };
export type Looked = Looking & Partial<Pick<Searching, 'sort' | 'group'>> & { readonly within: Within | null };
type Found = { readonly session: WorldSession; readonly index: number; readonly timeMs: number };
/** A session of the world with its place. */
type Placed = readonly [index: number, session: WorldSession];

const HOUR_MS = 3_600_000;

/** Where a search looks: at tools only in the sessions of those who see all, and in one's own. */
export function searchedIn(
  world: World,
  visible: ReadonlySet<number>,
  by: { query: Query; role: Role },
): ReadonlySet<number> {
  if (!by.query.inTools || by.role !== 'member') return visible;
  return new Set([...visible].filter((index) => world.sessions[index]?.owner === world.actor));
}

/** Keys and messages of all hits; in order, where the order is told by time and place alone. */
export function expectedHits(world: World, where: ReadonlySet<number>, ask: Looked): readonly string[] {
  const found = matchesOf(world, where, ask);
  return found.toSorted(ask.sort === 'oldest' ? up : down).map(({ session, index }) => hitName(session, index));
}

function matchesOf(world: World, where: ReadonlySet<number>, ask: Looked): readonly Found[] {
  const searched = wholeIn(world, where);
  const query = asTyped(ask);
  const matches = (by: Query): readonly Found[] =>
    searched.flatMap((placed) => matchesIn(placed, { ...ask, query: by }));
  const all = matches(query);
  const isLoose = all.length === 0 && (ask.sort ?? 'best') === 'best' && ask.match === 'some' && !query.inTools;
  return isLoose ? matches(loosened(query)) : all;
}

function wholeIn({ sessions }: World, where: ReadonlySet<number>): readonly Placed[] {
  return [...sessions.entries()].filter(([index, session]) => where.has(index) && session.state === 'whole');
}

/** While somebody types, the word that the query ends in may go on. */
function asTyped({ query, lastWordIsPrefix }: Looking): Query {
  const { clauses, filters, anyBranch, inTools } = query;
  const last = clauses.at(-1);
  const [piece, ...more] = last?.anyOf.length === 1 ? (last.anyOf[0] ?? []) : [];
  const isAtEnd = filters.length === 0 && !anyBranch && !inTools && more.length === 0;
  if (!lastWordIsPrefix || !isAtEnd || piece === undefined || prefixesIn(query) === QUERY_MAX_PREFIXES) return query;
  const { term } = piece;
  const isQuoted = term.words.length > 1 && term.glue === '"';
  if (last?.isNegated === true || piece.isNegated || isQuoted || term.isPrefix) return query;
  const open: Clause = { isNegated: false, anyOf: [[{ isNegated: false, term: { ...term, isPrefix: true } }]] };
  return { ...query, clauses: [...clauses.slice(0, -1), open] };
}

/** How many more messages hold all words once abandoned branches are searched too; null where that is not told. */
export function expectedOnOtherBranches(world: World, where: ReadonlySet<number>, ask: Looked): number | null {
  const { query } = ask;
  if (query.anyBranch || query.inTools || world.token !== null) return null;
  const typed = asTyped(ask);
  const count = (anyBranch: boolean): number =>
    wholeIn(world, where).flatMap((placed) => matchesIn(placed, { ...ask, query: { ...typed, anyBranch } })).length;
  return count(true) - count(false);
}

/** `agent ops 3` and so on, in no order. */
export function expectedFacets(world: World, where: ReadonlySet<number>, ask: Looked): readonly string[] {
  const counts = new Map<string, number>();
  for (const { session, index, timeMs } of matchesOf(world, where, { ...ask, sort: 'best' })) {
    const entry = session.entries[index];
    const role = entry?.kind === 'tool-result' ? 'tool' : entry?.isUser === true ? 'user' : 'assistant';
    const month = localDay(timeMs, ask.timeZone).slice(0, 7);
    const of = [`agent ${session.agent}`, `kind ${session.kind}`, `role ${role}`, `month ${month}`];
    if (session.project !== null) of.push(`project ${session.project}`);
    for (const each of [...of, 'all']) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`);
}

function localDay(timeMs: number, timeZone: Looking['timeZone']): string {
  return new Date(timeMs + ZONES[timeZone] * HOUR_MS).toISOString().slice(0, 10);
}

/** Any of the plain words that were asked for together; without one, nothing. */
function loosened({ clauses, ...query }: Query): Query {
  const isPlain = ({ isNegated, anyOf: [all = [], ...others] }: Clause): boolean =>
    !isNegated && others.length === 0 && all.length === 1 && isPlainWord(all[0]);
  const words = clauses.filter(isPlain).flatMap((clause) => clause.anyOf);
  const required = clauses.filter((clause) => !isPlain(clause));
  return { ...query, clauses: [...required, { isNegated: false, anyOf: words }] };
}

function isPlainWord(piece: Piece | undefined): boolean {
  if (piece === undefined || piece.isNegated) return false;
  return piece.term.words.length === 1 || piece.term.glue !== '"';
}

/** One person may own a key that others own too. */
export function hitName(session: WorldSession, index: number): string {
  return `${emailOf(session.owner)} ${keyOf(session)} ${messageId(index)}`;
}

/** Whether the naive order and the engine's agree to the last place: between equal keys the opaque id decides. */
export function isTotallyOrdered({ sessions }: World, { sort, group, query }: Looked): boolean {
  return (
    (sort !== 'best' || query.inTools) && group === 'message' && new Set(sessions.map(keyOf)).size === sessions.length
  );
}

const down = (a: Found, b: Found): number => b.timeMs - a.timeMs || place(a, b);
const up = (a: Found, b: Found): number => a.timeMs - b.timeMs || place(a, b);

function place(a: Found, b: Found): number {
  const [left, right] = [keyOf(a.session), keyOf(b.session)];
  return left === right ? a.index - b.index : left < right ? -1 : 1;
}

function matchesIn([at, session]: Placed, ask: Looked): readonly Found[] {
  const { query, within } = ask;
  const active = activeIndexes(session);
  if (within !== null && within.session !== null && within.session !== at) return [];
  return session.entries.flatMap((entry, index) => {
    // A secret is not searchable: its neighbours stand side by side.
    const words = entry.words.filter((word) => !SECRETS.some((secret) => secret === word));
    const isOfPlace = entry.kind === (query.inTools ? 'tool-result' : 'message');
    const isSearched = isOfPlace && entry.words.length > 0 && (query.anyBranch || active.has(index));
    const passes =
      isSearched &&
      query.clauses.every((clause) => passesClause(words, clause)) &&
      passesFilters({ session, index, timeZone: ask.timeZone }, query.filters) &&
      passesFilters({ session, index, timeZone: ask.timeZone }, filtersOf(within));
    return passes ? [{ session, index, timeMs: START_MS + entry.atMs }] : [];
  });
}

function filtersOf(within: Within | null): readonly FilterAsk[] {
  const { role = null, after = null, before = null } = within ?? {};
  return Object.entries({ role, after, before }).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value, isNegated: false }],
  );
}

function passesClause(words: readonly string[], { isNegated, anyOf }: Clause): boolean {
  const holdsAll = (all: readonly Piece[]): boolean =>
    all.every((piece) => holds(words, piece.term) !== piece.isNegated);
  return anyOf.some(holdsAll) !== isNegated;
}

function holds(words: readonly string[], { words: wanted, isPrefix }: Term): boolean {
  const [first = ''] = wanted;
  if (RUN_PARTS.some((part) => part === first)) return words.some((word) => word.includes(first));
  const isSaid = (word: string | undefined, step: number): boolean =>
    isPrefix && step === wanted.length - 1 ? (word ?? '').startsWith(wanted[step] ?? '') : word === wanted[step];
  return words.some((_, start) => wanted.every((__, step) => isSaid(words[start + step], step)));
}

type Narrowed = { readonly session: WorldSession; readonly index: number; readonly timeZone: Looking['timeZone'] };

/** Of one name: any of the wanted values, and none of the excluded ones. */
function passesFilters(of: Narrowed, filters: readonly FilterAsk[]): boolean {
  return filters.every((filter) => {
    if (filter.isNegated) return !passes(of, filter);
    return filters.some((each) => each.name === filter.name && !each.isNegated && passes(of, each));
  });
}

function passes({ session, index, timeZone }: Narrowed, { name, value }: FilterAsk): boolean {
  const entry = session.entries[index];
  const timeMs = START_MS + (entry?.atMs ?? 0);
  switch (name) {
    case 'agent':
      return session.agent === value;
    case 'session':
      return keyOf(session) === value;
    case 'kind':
      return session.kind === value;
    case 'role':
      return (entry?.kind === 'tool-result' ? 'tool' : entry?.isUser === true ? 'user' : 'assistant') === value;
    case 'has':
      return entry?.words.some((word) => SECRETS.some((secret) => secret === word)) ?? false;
    case 'is':
      return session.isArchived;
    case 'person':
      return emailOf(session.owner) === value;
    case 'title':
      return session.title?.toLowerCase().includes(value) ?? false;
    case 'project':
      return session.project?.includes(value) ?? false;
    case 'model':
      return session.model?.includes(value) ?? false;
    case 'source':
      return value === 'openclaw';
    case 'label':
      return session.label === value;
    case 'on':
      return localDay(timeMs, timeZone).startsWith(value);
    case 'after':
      return timeMs >= Date.parse(value);
    case 'before':
      return timeMs < Date.parse(value);
    default:
      throw new Error(`The oracle knows no filter ${name}.`);
  }
}
