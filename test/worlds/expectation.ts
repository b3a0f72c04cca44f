/** Holds replies against the oracle: what each must name, and what none may. */

import type { FacetsReply } from '../../server/contract/facets.ts';
import type { Grant } from '../../server/contract/grant.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import { type Ask, type Query, queryText, type SessionName } from './asks.ts';
import { keyOf, PEOPLE, SECRETS } from './cast.ts';
import type { Answer } from './door.ts';
import {
  expectedFacets,
  expectedHits,
  expectedOnOtherBranches,
  hitName,
  isTotallyOrdered,
  parentOf,
  type Standing,
  searchedIn,
} from './oracle.ts';
import type { Placed } from './stage.ts';
import { emailOf, type World, type WorldSession } from './world.ts';

/** A world as its actor sees it. */
export type View = {
  readonly world: World;
  readonly placed: readonly Placed[];
  readonly visible: ReadonlySet<number>;
  readonly standing: Standing;
};
export type Expected = { readonly said: unknown; readonly expected: unknown };
type AskFor<Type extends Ask['type']> = Extract<Ask, { type: Type }>;

/** What the replies say and what they should, in a form in which the two are equal. */
export function expectedReply(view: View, ask: Ask, answers: readonly Answer[]): Expected {
  switch (ask.type) {
    case 'search':
      return expectedSearch(view, ask, answers);
    case 'facets':
      return expectedCounts(view, ask, answers[0]?.value);
    case 'pasted':
      return expectedNamed(view, ask.name, answers[0]?.value as SearchReply);
    case 'list':
      return expectedList(view, ask, answers);
    case 'get':
    case 'verify':
    case 'grants':
    case 'history':
      return expectedOne(view, ask, answers[0]?.value);
  }
}

/** What is for people alone. */
function refusalOf({ token }: World, { anyBranch, inTools }: Query): 'bad-input' | 'forbidden' | null {
  if (token === null) return null;
  return anyBranch ? 'bad-input' : inTools ? 'forbidden' : null;
}

function expectedSearch(view: View, ask: AskFor<'search'>, answers: readonly Answer[]): Expected {
  const { world, placed } = view;
  const refused = refusalOf(world, ask.query);
  if (refused !== null) return { said: answers.map(({ value }) => (value as One).refused), expected: [refused] };
  const where = searchedIn(world, view.visible, { ask, role: view.standing.role });
  const expected = expectedHits(world, where, ask);
  const hits = answers.flatMap(({ value }) => (value as SearchReply).results);
  const nameOf = (hit: (typeof hits)[number]): string => {
    const session = world.sessions[placed.findIndex((each) => each.publicId === hit.sessionId)];
    return session === undefined ? `unknown ${hit.sessionId}` : hitName(session, Number(hit.messageId.slice(1)));
  };
  const pending = world.sessions.filter(({ state }, index) => state === 'stale' && where.has(index)).length;
  const flags = answers.map(({ value }) => (value as SearchReply).pending);
  const expectedFlags = answers.map(() => pending);
  const first = answers[0]?.value as SearchReply | undefined;
  flags.push(first?.otherBranches?.matches ?? -1);
  expectedFlags.push(expectedOnOtherBranches(world, view.visible, ask.query) ?? -1);
  if (ask.group === 'message') {
    const inOrder = isTotallyOrdered(world, ask);
    const order = (names: readonly string[]): readonly string[] => (inOrder ? names : names.toSorted());
    return { said: [order(hits.map(nameOf)), flags], expected: [order(expected), expectedFlags] };
  }
  const said = hits.map((hit) => `${sessionIn(nameOf(hit))} ${hit.matchesInSession}`).toSorted();
  return { said: [said, flags], expected: [countBySession(expected), expectedFlags] };
}

function expectedCounts(view: View, ask: AskFor<'facets'>, value: unknown): Expected {
  const refused = refusalOf(view.world, ask.query);
  if (refused !== null) return { said: (value as One).refused, expected: refused };
  const reply = value as FacetsReply;
  const said = reply.facets.flatMap(({ name, values }) =>
    values.map(({ value, count }) => `${name} ${value} ${count}`),
  );
  if (reply.counted > 0) said.push(`all ${reply.counted}`);
  const where = searchedIn(view.world, view.visible, { ask, role: view.standing.role });
  const expected = expectedFacets(view.world, where, ask);
  const others = expectedOnOtherBranches(view.world, view.visible, ask.query);
  return {
    said: [said.toSorted(), reply.otherBranches?.matches ?? null],
    expected: [expected.toSorted(), others],
  };
}

/** Sessions that the name means, or messages of that id; whatever state the session is in, it is there to be opened. */
function expectedNamed({ world, placed, visible }: View, name: SessionName | string, reply: SearchReply): Expected {
  const { sessions } = world;
  const said = reply.interpreted.named.map(({ sessionId, messageId }) => `${sessionId} ${messageId}`);
  const expected = sessions.flatMap((session, index) => {
    if (!visible.has(index)) return [];
    const id = placed[index]?.publicId;
    if (typeof name === 'string') return session.entries[Number(name.slice(1))] === undefined ? [] : [`${id} ${name}`];
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

/** Each visible session once, with its parent only when that is visible too. */
function expectedList({ world, placed, visible }: View, ask: AskFor<'list'>, answers: readonly Answer[]): Expected {
  const listed = answers.flatMap(({ value }) => (value as SessionListReply).sessions);
  const idOf = (index: number): string | null => (visible.has(index) ? (placed[index]?.publicId ?? null) : null);
  const expected = world.sessions.flatMap((session, index) => {
    const id = idOf(index);
    const isAsked = ask.agentId === null || session.agent === ask.agentId;
    const isFound = ask.search === null || holdsPart(session, ask.search);
    return id !== null && isAsked && isFound ? [`${id} under ${idOf(parentOf(world.sessions, index))}`] : [];
  });
  const said = listed.map(({ sessionId, parentSessionId }) => `${sessionId} under ${parentSessionId}`);
  return { said: said.toSorted(), expected: expected.toSorted() };
}

function holdsPart(session: WorldSession, part: string): boolean {
  return [session.title ?? '', keyOf(session)].some((text) => text.toLowerCase().includes(part));
}

type One = { readonly sessionId?: string; readonly refused?: string };
type AskForOne = AskFor<'get' | 'verify' | 'grants' | 'history'>;

/** The one session that a name means, or the kind of refusal. */
function expectedOne(view: View, ask: AskForOne, value: unknown): Expected {
  const { refused, sessionId } = value as One;
  const index = meant(view, ask);
  if (typeof index === 'string' || refused !== undefined) return { said: refused, expected: index };
  if (ask.type === 'verify') return { said: 'verified', expected: 'verified' };
  if (ask.type !== 'grants') return { said: sessionId, expected: view.placed[index]?.publicId };
  const inForce = view.standing.grants.filter((grant) => grant.session === index);
  return {
    said: (value as readonly Grant[]).map(({ email }) => email).toSorted(),
    expected: inForce.map(({ person }) => emailOf(person)).toSorted(),
  };
}

/** Those who may give grants may read them. */
function meant(view: View, ask: AskForOne): number | 'not-found' | 'conflict' | 'forbidden' {
  const { sessions, actor, token } = view.world;
  if (token !== null && ask.type === 'grants') return 'forbidden';
  const isReached = (index: number): boolean =>
    view.visible.has(index) &&
    (ask.type !== 'grants' || view.standing.role === 'owner' || sessions[index]?.owner === actor);
  const found = sessions.flatMap((_, index) =>
    isNamed(view.world, ask.name, index) && isReached(index) ? [index] : [],
  );
  const own = found.filter((index) => sessions[index]?.owner === actor);
  const [first, second] = own.length > 0 ? own : found;
  if (first === undefined) return 'not-found';
  return second === undefined ? first : 'conflict';
}

function isNamed({ sessions, actor, token }: World, { session: at, by }: SessionName, index: number): boolean {
  const session = sessions[index];
  if (session === undefined) return false;
  if (by === 'current') return token !== null && token.bound === index;
  if (by === 'main') return session.owner === actor && session.kind === 'main' && session.agent === token?.agent;
  const named = sessions[at];
  return by === 'id' ? index === at : named !== undefined && keyOf(session) === keyOf(named);
}

const PIECE = 8;
const PIECES = SECRETS.flatMap((secret) =>
  Array.from({ length: secret.length - PIECE + 1 }, (_, start) => secret.slice(start, start + PIECE)),
);

/** Pieces of secrets, and people whom neither the question nor a visible session names. */
export function forbiddenIn(view: View, ask: Ask, bytes: string): { what: string; text: string } | null {
  const piece = PIECES.find((each) => bytes.includes(each));
  if (piece !== undefined) return { what: 'a piece of a secret', text: piece };
  const { world, visible } = view;
  const owners = world.sessions.flatMap((session, index) => (visible.has(index) ? [emailOf(session.owner)] : []));
  const granted = ask.type === 'grants' ? world.grants.map((grant) => emailOf(grant.person)) : [];
  const known = new Set([emailOf(world.actor), ...owners, ...granted]);
  const asked = ask.type === 'search' || ask.type === 'facets' ? queryText(ask.query) : '';
  const stranger = PEOPLE.find(
    ({ email }) => !known.has(email) && !asked.includes(email) && bytes.includes(`"${email}`),
  );
  return stranger === undefined ? null : { what: 'the name of a stranger', text: stranger.email };
}
