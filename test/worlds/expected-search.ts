import type { FacetsReply } from '../../server/contract/facets.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { AskFor, SessionName, WithinAsk } from './asks.ts';
import { keyOf } from './cast.ts';
import type { Answer } from './door.ts';
import { countsIn, type Expected, meant, type One, type Refused, refusedExport } from './expected.ts';
import {
  expectedFacets,
  expectedHits,
  expectedOnOtherBranches,
  hitName,
  isTotallyOrdered,
  type Looked,
  searchedIn,
  type Within,
} from './matches.ts';
import type { View } from './names.ts';
import type { Query } from './query-asks.ts';
import { placeOf } from './reading.ts';
import type { World } from './world.ts';

/** What is for people alone, and what is no query. */
function refusalOfQuery({ token }: World, { anyBranch, inTools, filters }: Query): Refused | null {
  if (!inTools && filters.some(({ name, value }) => name === 'role' && value === 'tool')) return 'bad-input';
  if (token === null) return null;
  return anyBranch ? 'bad-input' : inTools ? 'forbidden' : null;
}

/** What to look within, or why there is nothing. */
function lookWithin(view: View, within: WithinAsk | null): Within | Refused | null {
  if (within === null) return null;
  const session = within.session === null ? null : meant(view, within.session);
  return typeof session === 'string' ? session : { ...within, session };
}

export function expectedSearch(
  view: View,
  ask: AskFor<'search' | 'export-hits'>,
  answers: readonly Answer[],
): Expected {
  const { world, placed, visible, standing } = view;
  const within = lookWithin(view, ask.within);
  const refused = refusedExport(view, ask) ?? refusalOfQuery(world, ask.query);
  const refusal = refused ?? (typeof within === 'string' ? within : null);
  if (refusal !== null || typeof within === 'string')
    return { said: answers.map(({ value }) => (value as One).refused), expected: [refusal] };
  const looked: Looked = { ...ask, within };
  const where = searchedIn(world, visible, { query: ask.query, role: standing.role });
  const expected = expectedHits(world, where, looked);
  const hits = answers.flatMap(({ value }) => (value as SearchReply).results ?? []);
  const names = hits.map((hit) => {
    const session = world.sessions[placed.findIndex((each) => each.publicId === hit.sessionId)];
    return session === undefined ? `unknown ${hit.sessionId}` : hitName(session, placeOf(hit.messageId));
  });
  const flags = expectedFlags(
    view,
    looked,
    answers.map(({ value }) => value as SearchReply),
  );
  if (ask.group === 'message') {
    const whole = isCut(answers) ? expected.filter((name) => names.includes(name)).slice(0, hits.length) : expected;
    const order = (all: readonly string[]): readonly string[] =>
      isTotallyOrdered(world, looked) ? all : all.toSorted();
    return { said: [order(names), flags.said], expected: [order(whole), flags.expected] };
  }
  const said = names.map((name, index) => `${sessionIn(name)} ${hits[index]?.matchesInSession}`).toSorted();
  return { said: [said, flags.said], expected: [countBySession(expected), flags.expected] };
}

/** A door without cursors says that there is more, and that is all. */
function isCut(answers: readonly Answer[]): boolean {
  const { truncated, nextCursor } = (answers.at(-1)?.value ?? {}) as Partial<SearchReply>;
  return truncated === true && nextCursor === undefined;
}

/** Sessions that are still to be searched, on every page, and matches on other branches, on the first. */
function expectedFlags(
  { world, visible, standing }: View,
  ask: Looked,
  replies: readonly Partial<SearchReply>[],
): Expected {
  const where = searchedIn(world, visible, { query: ask.query, role: standing.role });
  const pending = world.sessions.filter(({ state }, index) => state === 'stale' && where.has(index)).length;
  const others = replies[0]?.otherBranches;
  return {
    said: [replies.map((reply) => reply.pending), others === undefined ? 'not told' : (others?.matches ?? null)],
    expected: [
      replies.map((reply) => (reply.pending === undefined ? undefined : pending)),
      others === undefined ? 'not told' : ask.lastWordIsPrefix ? null : expectedOnOtherBranches(world, visible, ask),
    ],
  };
}

export function expectedCounts(view: View, ask: AskFor<'facets'>, value: unknown): Expected {
  const { world, visible, standing } = view;
  const refused = refusalOfQuery(world, ask.query);
  if (refused !== null) return { said: (value as One).refused, expected: refused };
  const { counted, facets, otherBranches } = value as FacetsReply;
  const looked: Looked = { ...ask, within: null };
  const where = searchedIn(world, visible, { query: ask.query, role: standing.role });
  const said = [...countsIn(facets), ...(counted > 0 ? [`all ${counted}`] : [])];
  return {
    said: [said.toSorted(), otherBranches?.matches ?? null],
    expected: [expectedFacets(world, where, looked).toSorted(), expectedOnOtherBranches(world, visible, looked)],
  };
}

/** Sessions that the name means, or messages of that id; whatever state the session is in, it is there to be opened. */
export function expectedNamed(
  { world, placed, visible }: View,
  name: SessionName | string,
  reply: SearchReply,
): Expected {
  const { sessions } = world;
  const said = reply.interpreted.named.map(({ sessionId, messageId: id }) => `${sessionId} ${id}`);
  const expected = sessions.flatMap((session, index) => {
    if (!visible.has(index)) return [];
    const id = placed[index]?.publicId;
    if (typeof name === 'string') return session.entries[placeOf(name)] === undefined ? [] : [`${id} ${name}`];
    // Words that a token may say for a session are no ids.
    if (name.by === 'current' || name.by === 'main') return [];
    const named = sessions[name.session];
    const isNamed = name.by === 'id' ? index === name.session : named !== undefined && keyOf(session) === keyOf(named);
    return isNamed ? [`${id} null`] : [];
  });
  return { said: said.toSorted(), expected: expected.toSorted() };
}

const sessionIn = (name: string): string => name.split(' ').slice(0, 2).join(' ');

function countBySession(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(sessionIn(name), (counts.get(sessionIn(name)) ?? 0) + 1);
  return [...counts].map(([session, count]) => `${session} ${count}`).toSorted();
}
