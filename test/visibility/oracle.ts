import type { Sort } from '../../server/contract/search.ts';
import type { Ask, FilterAsk, Query, Term } from './asks.ts';
import { isVisibleTo, keyOf, messageId, PEOPLE, START_MS, type World, type WorldSession } from './world.ts';

/** What plain arrays say of a search: slow, and too simple to be wrong. Words are split at spaces and compared as they are. */
type Found = { readonly session: WorldSession; readonly index: number; readonly timeMs: number };

/** Keys and messages of all hits; in order, where the order is told by time and place alone. */
export function expectedHits(world: World, ask: Extract<Ask, { type: 'search' }>): readonly string[] {
  const found = world
    .filter((session) => isVisibleTo(session, ask.actor) && session.state === 'whole')
    .flatMap((session) => matchesIn(session, ask.query));
  return found.toSorted(ask.sort === 'oldest' ? up : down).map(({ session, index }) => hitName(session, index));
}

/** One person may own a key that others own too. */
export function hitName(session: WorldSession, index: number): string {
  return `${PEOPLE[session.owner]?.email} ${keyOf(session)} ${messageId(index)}`;
}

/** Whether the naive order and the engine's agree to the last place: between equal keys the opaque id decides. */
export function isTotallyOrdered(world: World, { sort, group }: { sort: Sort; group: string }): boolean {
  return sort !== 'best' && group === 'message' && new Set(world.map(keyOf)).size === world.length;
}

const down = (a: Found, b: Found): number => b.timeMs - a.timeMs || place(a, b);
const up = (a: Found, b: Found): number => a.timeMs - b.timeMs || place(a, b);

function place(a: Found, b: Found): number {
  const [left, right] = [keyOf(a.session), keyOf(b.session)];
  return left === right ? a.index - b.index : left < right ? -1 : 1;
}

function matchesIn(session: WorldSession, query: Query): readonly Found[] {
  const active = activeIndexes(session);
  return session.entries.flatMap((entry, index) => {
    const isSearched = entry.kind === 'message' && entry.words.length > 0 && (query.anyBranch || active.has(index));
    const passes =
      isSearched &&
      query.clauses.every((clause) => clause.anyOf.some((term) => holds(entry.words, term)) !== clause.isNegated) &&
      passesFilters(session, index, query.filters);
    return passes ? [{ session, index, timeMs: START_MS + entry.atMs }] : [];
  });
}

function activeIndexes({ entries, leaf }: WorldSession): ReadonlySet<number> {
  const active = new Set<number>();
  for (let at = leaf; at >= 0; at -= entries[at]?.back ?? 1) active.add(at);
  return active;
}

function holds(words: readonly string[], term: Term): boolean {
  if (term.isPrefix) return words.some((word) => word.startsWith(term.words[0] ?? ''));
  return words.some((_, start) => term.words.every((word, step) => words[start + step] === word));
}

/** Of one name: any of the wanted values, and none of the excluded ones. */
function passesFilters(session: WorldSession, index: number, filters: readonly FilterAsk[]): boolean {
  return filters.every((filter) => {
    if (filter.isNegated) return !passes(session, index, filter);
    return filters.some((each) => each.name === filter.name && !each.isNegated && passes(session, index, each));
  });
}

function passes(session: WorldSession, index: number, { name, value }: FilterAsk): boolean {
  const timeMs = START_MS + (session.entries[index]?.atMs ?? 0);
  switch (name) {
    case 'agent':
      return session.agent === value;
    case 'session':
      return keyOf(session) === value;
    case 'kind':
      return session.kind === value;
    case 'role':
      return (session.entries[index]?.isUser ? 'user' : 'assistant') === value;
    case 'person':
      return PEOPLE[session.owner]?.email === value;
    case 'title':
      return session.title?.toLowerCase().includes(value) ?? false;
    case 'project':
      return session.project?.includes(value) ?? false;
    case 'after':
      return timeMs >= Date.parse(value);
    case 'before':
      return timeMs < Date.parse(value);
    default:
      throw new Error(`The oracle knows no filter ${name}.`);
  }
}
