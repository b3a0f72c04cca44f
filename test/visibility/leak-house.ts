/** A house with something to hide from everybody, and every kind of actor at its door. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { requestActor } from '../../server/auth/actor.ts';
import { makeTokenSecret } from '../../server/auth/token-secret.ts';
import type { Actor, AgentToken, Person, PersonId } from '../../server/contract/actor.ts';
import type { AuditEvent } from '../../server/contract/audit.ts';
import { AUTH, cookieOf } from '../auth/cookies.ts';
import { EVERYTHING } from '../support/everything.ts';
import { withDatabase } from '../support/test-store.ts';
import { ownSessionId, testToken } from '../support/tokens.ts';
import { leaveUnfinished, saveTestTranscript, writer } from '../support/transcripts.ts';
import { Door } from '../trpc/door.ts';

const PEOPLE = [
  'nobody',
  'owner',
  'operator',
  'member who owns',
  'member with a session grant',
  'member with a tree grant',
  'member with grants that are over',
  'member with nothing',
  'disabled person',
  'person of before a role change',
] as const;
type PersonName = (typeof PEOPLE)[number];
/** Those whose cookie counts. */
const SIGNED_IN = PEOPLE.slice(1, 8);

type Hidden = {
  readonly key: string;
  readonly of: 'ann' | 'operator' | 'stranger';
  readonly under: string | null;
  readonly isIncognito?: boolean;
  readonly isUnfinished?: boolean;
  readonly seenBy: readonly ActorName[];
  readonly changedBy: readonly ActorName[];
};
const ANN = 'member who owns';
const GRANTED = ['member with a session grant', 'member with a tree grant'] as const;

type TokenOf = Partial<Omit<AgentToken, 'id' | 'sessionId'>> & {
  readonly of: PersonName;
  /** The session that it is bound to. */
  readonly bound?: string;
  readonly sees: readonly string[];
  readonly isDead?: 'revoked' | 'expired' | 'disabled';
};
/** A token reads, or sends where it was made for that; what it sees is at most its person's own and not incognito. */
const TOKENS = {
  'token of a session': { of: ANN, bound: 'harbour', visibility: 'self', sees: ['harbour'] },
  'token of a tree': { of: ANN, bound: 'harbour', visibility: 'tree', sees: ['harbour', 'quay'] },
  'token of a child': { of: ANN, bound: 'quay', visibility: 'tree', sees: ['quay'] },
  'token of an agent': { of: ANN, visibility: 'agent', canWrite: true, sees: ['harbour', 'quay', 'vault'] },
  'token of another agent': { of: ANN, visibility: 'agent', agentId: 'ops', sees: [] },
  'token of all agents': { of: ANN, visibility: 'all', sees: ['harbour', 'quay', 'vault'] },
  'token of no agents': { of: ANN, visibility: 'all', agentIds: [], sees: [] },
  'token in a sandbox': { of: ANN, bound: 'quay', visibility: 'all', isSandboxed: true, sees: ['quay'] },
  'token of the owner': { of: 'owner', visibility: 'all', includesGranted: true, sees: [] },
  'token with what is granted': { of: GRANTED[1], visibility: 'all', includesGranted: true, sees: ['harbour', 'quay'] },
  'token without what is granted': { of: GRANTED[1], visibility: 'all', sees: [] },
  'revoked token': { of: ANN, visibility: 'all', isDead: 'revoked', sees: [] },
  'expired token': { of: ANN, visibility: 'all', isDead: 'expired', sees: [] },
  'token of a disabled person': { of: 'disabled person', visibility: 'all', isDead: 'disabled', sees: [] },
} as const satisfies Readonly<Record<string, TokenOf>>;
type TokenName = keyof typeof TOKENS;

export type ActorName = PersonName | TokenName;
const TOKEN_NAMES = Object.keys(TOKENS) as TokenName[];
export const ACTORS: readonly ActorName[] = [...PEOPLE, ...TOKEN_NAMES];

const tokenCalled = (actor: ActorName): TokenOf | null => (actor in TOKENS ? TOKENS[actor as TokenName] : null);
export const isToken = (actor: ActorName): boolean => tokenCalled(actor) !== null;
/** Whether a token may send what belongs to sessions that it sees. */
export const mayWrite = (actor: ActorName): boolean => tokenCalled(actor)?.canWrite === true;
export const isSignedIn = (actor: ActorName): boolean =>
  isToken(actor) ? tokenCalled(actor)?.isDead === undefined : SIGNED_IN.some((name) => name === actor);

/** `vault` stands below an incognito session, so no granted tree reaches it. */
const HIDDEN: readonly Hidden[] = [
  { key: 'harbour', of: 'ann', under: null, seenBy: ['owner', 'operator', ANN, ...GRANTED], changedBy: ['owner', ANN] },
  {
    key: 'quay',
    of: 'ann',
    under: 'harbour',
    seenBy: ['owner', 'operator', ANN, GRANTED[1]],
    changedBy: ['owner', ANN],
  },
  { key: 'cellar', of: 'ann', under: 'harbour', isIncognito: true, seenBy: ['owner', ANN], changedBy: ['owner', ANN] },
  { key: 'vault', of: 'ann', under: 'cellar', seenBy: ['owner', 'operator', ANN], changedBy: ['owner', ANN] },
  { key: 'scaffold', of: 'ann', under: 'harbour', isUnfinished: true, seenBy: [], changedBy: [] },
  { key: 'bridge', of: 'operator', under: null, seenBy: ['owner', 'operator'], changedBy: ['owner', 'operator'] },
  // It claims somebody else's session as its parent.
  { key: 'raft', of: 'stranger', under: 'harbour', seenBy: ['owner', 'operator'], changedBy: ['owner'] },
];

export const SESSIONS: readonly Hidden[] = HIDDEN.map((session) => {
  const tokens = TOKEN_NAMES.filter((name) => tokenCalled(name)?.sees.includes(session.key));
  return {
    ...session,
    seenBy: [...session.seenBy, ...tokens],
    changedBy: [...session.changedBy, ...tokens.filter(mayWrite)],
  };
});

export type House = {
  readonly door: Door;
  readonly ids: ReadonlyMap<string, string>;
  readonly grantId: number;
  /** Of the member who owns. */
  readonly tokenId: number;
  readonly jobId: string;
  readonly importRoot: string;
  readonly emails: ReadonlyMap<string, string>;
  /** What the actor's requests carry. */
  headers(actor: ActorName): Readonly<Record<string, string>>;
  actor(name: ActorName): Promise<Actor>;
  close(): Promise<void>;
};

export async function openHouse(): Promise<House> {
  const door = new Door();
  const importRoot = path.join(door.store.dataDir, 'transcripts');
  mkdirSync(importRoot);
  const roots = { ...door.runtime, settings: { ...door.runtime.settings, importRoots: [importRoot] } };
  Object.assign(door, { runtime: roots });
  const people = await addPeople(door);
  for (const session of SESSIONS) await addSession(door, people, session);
  const ids = new Map<string, string>();
  withDatabase(door.store.file, (client) => {
    const rows = client
      .prepare<[], { key: string; id: string }>('SELECT session_key AS key, public_id AS id FROM session')
      .all();
    for (const { key, id } of rows) ids.set(key.replace('agent:main:', ''), id);
  });
  const grantId = await addGrants(door, people, ids.get('harbour') ?? '');
  const tokens = await makeTokens(door, people);
  const cookies = await makeCookies(door, people);
  const headers = (name: ActorName): Readonly<Record<string, string>> => {
    const [cookie, token] = [cookies.get(name), tokens.get(name)];
    return { ...(cookie === undefined ? {} : { cookie }), ...(token === undefined ? {} : { authorization: token }) };
  };
  const { jobId } = await door.ask<{ jobId: string }>(of(people, 'owner'), 'sources.import', { paths: [importRoot] });
  return {
    door,
    ids,
    grantId,
    tokenId: await tokenIdOf(door, of(people, ANN)),
    jobId,
    importRoot,
    emails: new Map([...people].map(([name, { email }]) => [name, email])),
    headers,
    actor: async (name) => {
      const actor = await requestActor(door.store.engine, new Headers(headers(name)), AUTH);
      if (actor === null) throw new Error(`There is no ${name}.`);
      return actor;
    },
    close: () => door.close(),
  };
}

type People = ReadonlyMap<string, Person>;

export function of(people: People, name: string): Person {
  const person = people.get(name);
  if (person === undefined) throw new Error(`There is no ${name}.`);
  return person;
}

/** E-mails are names that nothing else holds. */
async function addPeople(door: Door): Promise<People> {
  const people = new Map<string, Person>();
  for (const [index, actor] of [...SIGNED_IN, ...PEOPLE.slice(8), 'stranger', 'guest'].entries()) {
    const role = actor === 'owner' || actor === 'operator' ? actor : 'member';
    people.set(actor, await door.addPerson(`person-${index}-${actor.replaceAll(' ', '-')}`, role));
  }
  return people;
}

async function addSession(door: Door, people: People, session: Hidden): Promise<void> {
  const { key, under, isIncognito = false } = session;
  const person = of(people, session.of === 'ann' ? ANN : session.of);
  const transcript = {
    nativeId: key,
    title: `title of ${key}`,
    project: `/srv/project-of-${key}`,
    parentKey: under === null ? null : `agent:main:${under}`,
    isIncognito,
    entries: [
      { id: `${key}-1`, text: `beacon text of ${key}` },
      { id: `${key}-2`, text: 'fog' },
    ],
  };
  const scope = writer(door.store.engine, person);
  if (session.isUnfinished === true) await leaveUnfinished(scope, transcript);
  else await saveTestTranscript(scope, transcript);
}

const audit: AuditEvent = { personId: null, act: 'grant', subject: null, scope: 'test', results: null };

/** Gives the id of the grant of the session alone. */
async function addGrants(door: Door, people: People, session: string): Promise<number> {
  const { engine } = door.store;
  const [found] = await engine.findSessions(EVERYTHING, session);
  if (found === undefined) throw new Error('The session to grant is not there.');
  const grant = (personId: PersonId, covers: 'session' | 'tree', expiresAtMs: number | null = null) =>
    engine.addGrant(
      EVERYTHING,
      { sessionId: found.id, personId, granterId: of(people, ANN).id, covers, expiresAtMs },
      audit,
    );
  const alone = await grant(of(people, GRANTED[0]).id, 'session');
  await grant(of(people, GRANTED[1]).id, 'tree');
  const over = of(people, 'member with grants that are over').id;
  const revoked = await grant(over, 'tree');
  await engine.revokeGrant(EVERYTHING, revoked?.id ?? 0, { ...audit, act: 'revoke' });
  await grant(over, 'tree', Date.now() - 1);
  // These two would see the tree, if they could sign in.
  for (const actor of PEOPLE.slice(8)) await grant(of(people, actor).id, 'tree');
  return alone?.id ?? 0;
}

/** The last two have a cookie of before: of when they were not disabled, and of when they were an owner. */
async function makeCookies(door: Door, people: People): Promise<ReadonlyMap<ActorName, string>> {
  const { engine } = door.store;
  const cookies = new Map<ActorName, string>();
  const demoted = of(people, 'person of before a role change').id;
  await engine.changePerson(demoted, { role: 'owner' }, audit);
  for (const actor of PEOPLE.slice(1)) cookies.set(actor, await cookieOf(engine, of(people, actor)));
  await engine.changePerson(demoted, { role: 'member' }, audit);
  await engine.changePerson(of(people, 'disabled person').id, { isDisabled: true }, audit);
  return cookies;
}

/** Before anybody is disabled. */
async function makeTokens(door: Door, people: People): Promise<ReadonlyMap<ActorName, string>> {
  const { engine } = door.store;
  const tokens = new Map<ActorName, string>();
  for (const name of TOKEN_NAMES) {
    const { of: whose, bound, isDead, sees: _, ...chosen } = tokenCalled(name) ?? { of: ANN, sees: [] };
    const person = of(people, whose);
    const sessionId = bound === undefined ? null : await ownSessionId(engine, person, `agent:main:${bound}`);
    const { id: _id, ...token } = testToken({ ...chosen, sessionId });
    const { token: text, secretHash } = makeTokenSecret();
    const given = { ...token, personId: person.id, name, secretHash, expiresAtMs: isDead === 'expired' ? 1 : null };
    const id = await engine.addToken(EVERYTHING, given, { ...audit, act: 'token-created' });
    if (isDead === 'revoked') await engine.revokeToken(person.id, id ?? 0, { ...audit, act: 'token-revoked' });
    tokens.set(name, `Bearer ${text}`);
  }
  return tokens;
}

async function tokenIdOf(door: Door, person: Person): Promise<number> {
  const [token] = await door.store.engine.listTokens({ type: 'owned', personId: person.id }, person.id);
  if (token === undefined) throw new Error(`${person.email} has no token.`);
  return token.id;
}
