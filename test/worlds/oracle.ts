/**
 * What plain arrays say of a world: slow, and too simple to be wrong. It is written from the rules as people are told
 * them, and shares no line with the engine.
 */
import type { Role } from '../../server/contract/actor.ts';
import type { Ask, FilterAsk, Query, Term } from './asks.ts';
import { keyOf, messageId, PEOPLE, RUN_PARTS, SECRETS, START_MS } from './cast.ts';
import { emailOf, type World, type WorldGrant, type WorldSession, type WorldToken } from './world.ts';

const TREE_DEPTH_MAX = 64;

/** The actor as they stand now: role, and the grants that count. */
export type Standing = { readonly role: Role; readonly grants: readonly WorldGrant[] };

/** A new grant of a session to the same person replaces the old one, whatever it says. */
export function standingAtFirst({ grants, actor, sessions }: World): Standing {
  const last = new Map<string, WorldGrant>();
  for (const grant of grants) if (grant.session < sessions.length) last.set(`${grant.session}/${grant.person}`, grant);
  const isOver = ({ standing }: WorldGrant): boolean => ['at-its-end', 'expired', 'revoked'].includes(standing);
  return { role: PEOPLE[actor]?.role ?? 'member', grants: [...last.values()].filter((grant) => !isOver(grant)) };
}

export function standingAfter(world: World): Standing {
  const { role, grants } = standingAtFirst(world);
  const { narrowing } = world;
  if (narrowing?.type === 'role') return { role: role === 'owner' ? 'operator' : 'member', grants };
  const revoked = narrowing === null ? undefined : world.grants[narrowing.grant];
  return { role, grants: grants.filter((grant) => grant !== revoked) };
}

/** Indexes of the sessions that the actor may see. */
export function visibleIn(world: World, { role, grants }: Standing): ReadonlySet<number> {
  const { sessions, actor, token } = world;
  const passes = (session: WorldSession): boolean => token === null || mayBeSeenBy(token, session);
  const granted = new Set(
    grants.filter((grant) => grant.person === actor).flatMap((grant) => [...coveredBy(sessions, grant, passes)]),
  );
  if (token !== null) return visibleToToken(world, token, granted);
  return new Set(
    sessions.flatMap((session, index) => {
      if (session.state === 'unfinished' || session.state === 'deleted') return [];
      const isTheirs = session.owner === actor || role === 'owner' || granted.has(index);
      return isTheirs || (role === 'operator' && !session.isIncognito) ? [index] : [];
    }),
  );
}

/** A tree is walked down by what the token sees: of its agents, and of its own where it sees no more of them. */
function mayBeSeenBy({ agentIds, visibility, isSandboxed, agent }: WorldToken, session: WorldSession): boolean {
  const isOfAll = visibility === 'all' && !isSandboxed;
  return (agentIds === null || agentIds.includes(session.agent)) && (isOfAll || session.agent === agent);
}

/** Whatever their role: of the person's own (and granted, where chosen), never what is incognito. */
function visibleToToken(
  { sessions, actor }: World,
  token: WorldToken,
  granted: ReadonlySet<number>,
): ReadonlySet<number> {
  const { bound, visibility, agentIds, isSandboxed } = token;
  const mayOwn = (index: number): boolean => {
    const session = sessions[index];
    if (session === undefined || session.isIncognito || !['whole', 'stale'].includes(session.state)) return false;
    return session.owner === actor && (agentIds === null || agentIds.includes(session.agent));
  };
  // What is granted is walked by what the token sees, and is of its person's agents' names then.
  const may = (index: number): boolean => mayOwn(index) || (token.includesGranted && granted.has(index));
  const isOfAgent = (index: number): boolean => sessions[index]?.agent === token.agent;
  const startsAtMain = bound !== null && mayOwn(bound) && isOfAgent(bound) && sessions[bound]?.kind === 'main';
  const isNamed = (index: number): boolean => {
    if (visibility === 'self') return index === bound && mayOwn(index);
    if (visibility === 'tree' || isSandboxed)
      return (
        isBelow(sessions, index, { top: bound, may: mayOwn }) || (startsAtMain && !isSandboxed && isOfAgent(index))
      );
    return visibility === 'all' || isOfAgent(index);
  };
  return new Set(sessions.flatMap((_, index) => (may(index) && isNamed(index) ? [index] : [])));
}

/** Climbs from parent to parent: every step must be one that the actor may take. */
function isBelow(
  sessions: readonly WorldSession[],
  index: number,
  { top, may }: { top: number | null; may: (index: number) => boolean },
): boolean {
  let at = index;
  for (let depth = 0; depth <= TREE_DEPTH_MAX && may(at); depth += 1) {
    if (at === top) return true;
    at = parentOf(sessions, at);
  }
  return false;
}

/** A walk down from the granted session; what the person may not see themselves ends it there. */
function coveredBy(
  sessions: readonly WorldSession[],
  grant: WorldGrant,
  passes: (session: WorldSession) => boolean,
): ReadonlySet<number> {
  const isOpen = (index: number): boolean => {
    const session = sessions[index];
    return (
      session !== undefined &&
      !session.isIncognito &&
      session.state !== 'unfinished' &&
      session.state !== 'deleted' &&
      passes(session)
    );
  };
  const covered = new Set<number>(isOpen(grant.session) ? [grant.session] : []);
  let level = [...covered];
  for (let depth = 0; grant.covers === 'tree' && depth < TREE_DEPTH_MAX && level.length > 0; depth += 1) {
    const above = level;
    level = sessions
      .map((_, index) => index)
      .filter((index) => isOpen(index) && !covered.has(index) && above.includes(parentOf(sessions, index)));
    for (const index of level) covered.add(index);
  }
  return covered;
}

/** A claimed key names a session of the same owner, or none; -1 for none. */
export function parentOf(sessions: readonly WorldSession[], index: number): number {
  const { owner, parentKey } = sessions[index] ?? { owner: -1, parentKey: null };
  return sessions.findIndex(
    (session, at) =>
      at !== index && session.owner === owner && keyOf(session) === parentKey && session.state !== 'deleted',
  );
}

type Found = { readonly session: WorldSession; readonly index: number; readonly timeMs: number };
type SearchAsk = Extract<Ask, { type: 'search' }>;

/** Where a search looks: at tools only in the sessions of those who see all, and in one's own. */
export function searchedIn(
  world: World,
  visible: ReadonlySet<number>,
  by: { ask: Pick<SearchAsk, 'query'>; role: Role },
): ReadonlySet<number> {
  if (!by.ask.query.inTools || by.role !== 'member') return visible;
  return new Set([...visible].filter((index) => world.sessions[index]?.owner === world.actor));
}

/** Keys and messages of all hits; in order, where the order is told by time and place alone. */
export function expectedHits(world: World, where: ReadonlySet<number>, ask: SearchAsk): readonly string[] {
  const found = matchesOf(world, where, ask);
  return found.toSorted(ask.sort === 'oldest' ? up : down).map(({ session, index }) => hitName(session, index));
}

function matchesOf(world: World, where: ReadonlySet<number>, ask: Pick<SearchAsk, 'query' | 'sort' | 'match'>) {
  const searched = wholeIn(world, where);
  const all = searched.flatMap((session) => matchesIn(session, ask.query));
  const isLoose = all.length === 0 && ask.sort === 'best' && ask.match === 'some' && !ask.query.inTools;
  return isLoose ? searched.flatMap((session) => matchesIn(session, loosened(ask.query))) : all;
}

function wholeIn({ sessions }: World, where: ReadonlySet<number>): readonly WorldSession[] {
  return sessions.filter((session, index) => where.has(index) && session.state === 'whole');
}

/** How many more messages hold all words once abandoned branches are searched too; null where they are. */
export function expectedOnOtherBranches(world: World, where: ReadonlySet<number>, query: Query): number | null {
  if (query.anyBranch || query.inTools || world.token !== null) return null;
  const count = (anyBranch: boolean): number =>
    wholeIn(world, where).flatMap((session) => matchesIn(session, { ...query, anyBranch })).length;
  return count(true) - count(false);
}

/** `agent ops 3` and so on, in no order; all of a world happens in one month. */
export function expectedFacets(
  world: World,
  where: ReadonlySet<number>,
  { query, match }: Extract<Ask, { type: 'facets' }>,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { session, index, timeMs } of matchesOf(world, where, { query, match, sort: 'best' })) {
    const entry = session.entries[index];
    const role = entry?.kind === 'tool-result' ? 'tool' : entry?.isUser === true ? 'user' : 'assistant';
    const month = new Date(timeMs).toISOString().slice(0, 7);
    const of = [`agent ${session.agent}`, `kind ${session.kind}`, `role ${role}`, `month ${month}`];
    if (session.project !== null) of.push(`project ${session.project}`);
    for (const each of [...of, 'all']) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`);
}

/** Any of the plain words that were asked for together; without one, nothing. */
function loosened({ clauses, ...query }: Query): Query {
  const isPlain = ({ isNegated, anyOf }: Query['clauses'][number]): boolean =>
    !isNegated && anyOf.length === 1 && anyOf[0]?.words.length === 1;
  const words = clauses.filter(isPlain).flatMap((clause) => clause.anyOf);
  const required = clauses.filter((clause) => !isPlain(clause));
  return { ...query, clauses: [...required, { isNegated: false, anyOf: words }] };
}

/** One person may own a key that others own too. */
export function hitName(session: WorldSession, index: number): string {
  return `${emailOf(session.owner)} ${keyOf(session)} ${messageId(index)}`;
}

/** Whether the naive order and the engine's agree to the last place: between equal keys the opaque id decides. */
export function isTotallyOrdered({ sessions }: World, { sort, group, query }: SearchAsk): boolean {
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

function matchesIn(session: WorldSession, query: Query): readonly Found[] {
  const active = activeIndexes(session);
  return session.entries.flatMap((entry, index) => {
    // A secret is not searchable: its neighbours stand side by side.
    const words = entry.words.filter((word) => !SECRETS.some((secret) => secret === word));
    const isOfPlace = entry.kind === (query.inTools ? 'tool-result' : 'message');
    const isSearched = isOfPlace && entry.words.length > 0 && (query.anyBranch || active.has(index));
    const passes =
      isSearched &&
      query.clauses.every((clause) => clause.anyOf.some((term) => holds(words, term)) !== clause.isNegated) &&
      passesFilters(session, index, query.filters);
    return passes ? [{ session, index, timeMs: START_MS + entry.atMs }] : [];
  });
}

function activeIndexes({ entries, leaf }: WorldSession): ReadonlySet<number> {
  const active = new Set<number>();
  for (let at = leaf; at >= 0; at -= entries[at]?.back ?? 1) active.add(at);
  return active;
}

function holds(words: readonly string[], { words: wanted, isPrefix }: Term): boolean {
  const [first = ''] = wanted;
  if (isPrefix) return words.some((word) => word.startsWith(first));
  if (RUN_PARTS.some((part) => part === first)) return words.some((word) => word.includes(first));
  return words.some((_, start) => wanted.every((word, step) => words[start + step] === word));
}

/** Of one name: any of the wanted values, and none of the excluded ones. */
function passesFilters(session: WorldSession, index: number, filters: readonly FilterAsk[]): boolean {
  return filters.every((filter) => {
    if (filter.isNegated) return !passes(session, index, filter);
    return filters.some((each) => each.name === filter.name && !each.isNegated && passes(session, index, each));
  });
}

function passes(session: WorldSession, index: number, { name, value }: FilterAsk): boolean {
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
      return entry?.kind === 'message' && (entry.isUser ? 'user' : 'assistant') === value;
    case 'has':
      return entry?.words.some((word) => SECRETS.some((secret) => secret === word)) ?? false;
    case 'person':
      return emailOf(session.owner) === value;
    case 'title':
      return session.title?.toLowerCase().includes(value) ?? false;
    case 'project':
      return session.project?.includes(value) ?? false;
    case 'label':
      return session.label === value;
    case 'after':
      return timeMs >= Date.parse(value);
    case 'before':
      return timeMs < Date.parse(value);
    default:
      throw new Error(`The oracle knows no filter ${name}.`);
  }
}
