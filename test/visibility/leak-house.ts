/** A house with something to hide from everybody, and every kind of actor at its door. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Person, PersonId } from '../../server/contract/actor.ts';
import type { AuditEvent } from '../../server/contract/audit.ts';
import { cookieOf } from '../auth/cookies.ts';
import { withDatabase } from '../support/test-store.ts';
import { leaveUnfinished, saveTestTranscript, writer } from '../support/transcripts.ts';
import { Door } from '../trpc/door.ts';

export const ACTORS = [
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
export type ActorName = (typeof ACTORS)[number];
/** Those whose cookie counts. */
const SIGNED_IN = ACTORS.slice(1, 8);
export const isSignedIn = (actor: ActorName): boolean => SIGNED_IN.includes(actor);

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

/** `vault` stands below an incognito session, so no granted tree reaches it. */
export const SESSIONS: readonly Hidden[] = [
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

export type House = {
  readonly door: Door;
  readonly ids: ReadonlyMap<string, string>;
  readonly grantId: number;
  readonly jobId: string;
  readonly importRoot: string;
  readonly emails: ReadonlyMap<string, string>;
  cookie(actor: ActorName): string | null;
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
  const cookies = await makeCookies(door, people);
  const { jobId } = await door.ask<{ jobId: string }>(of(people, 'owner'), 'sources.import', { paths: [importRoot] });
  return {
    door,
    ids,
    grantId,
    jobId,
    importRoot,
    emails: new Map([...people].map(([name, { email }]) => [name, email])),
    cookie: (actor) => cookies.get(actor) ?? null,
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
  for (const [index, actor] of [...SIGNED_IN, ...ACTORS.slice(8), 'stranger', 'guest'].entries()) {
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
  const [found] = await engine.findSessions({ type: 'everything' }, session);
  if (found === undefined) throw new Error('The session to grant is not there.');
  const grant = (personId: PersonId, covers: 'session' | 'tree', expiresAtMs: number | null = null) =>
    engine.addGrant(
      { type: 'everything' },
      { sessionId: found.id, personId, granterId: of(people, ANN).id, covers, expiresAtMs },
      audit,
    );
  const alone = await grant(of(people, GRANTED[0]).id, 'session');
  await grant(of(people, GRANTED[1]).id, 'tree');
  const over = of(people, 'member with grants that are over').id;
  const revoked = await grant(over, 'tree');
  await engine.revokeGrant({ type: 'everything' }, revoked?.id ?? 0, { ...audit, act: 'revoke' });
  await grant(over, 'tree', Date.now() - 1);
  // These two would see the tree, if they could sign in.
  for (const actor of ACTORS.slice(8)) await grant(of(people, actor).id, 'tree');
  return alone?.id ?? 0;
}

/** The last two have a cookie of before: of when they were not disabled, and of when they were an owner. */
async function makeCookies(door: Door, people: People): Promise<ReadonlyMap<ActorName, string>> {
  const { engine } = door.store;
  const cookies = new Map<ActorName, string>();
  const demoted = of(people, 'person of before a role change').id;
  await engine.changePerson(demoted, { role: 'owner' }, audit);
  for (const actor of ACTORS.slice(1)) cookies.set(actor, await cookieOf(engine, of(people, actor)));
  await engine.changePerson(demoted, { role: 'member' }, audit);
  await engine.changePerson(of(people, 'disabled person').id, { isDisabled: true }, audit);
  return cookies;
}
