import type Database from 'better-sqlite3';
import { makeTokenSecret } from '../../server/auth/token-secret.ts';
import { flushTokenUses } from '../../server/auth/token-uses.ts';
import type { PersonId, SessionId } from '../../server/contract/actor.ts';
import type { AuditEvent } from '../../server/contract/audit.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { INDEXES } from '../../server/engine/sqlite/index-state.ts';
import { openFile } from '../../server/engine/sqlite/open.ts';
import { saveTranscript } from '../../server/transcripts/save.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { EVERYTHING } from '../support/everything.ts';
import { NOW_MS, type OpenStore, openTestStore } from '../support/test-store.ts';
import { addTestPerson, type TestEntry, toOutline, toRecords, writer } from '../support/transcripts.ts';
import { keyOf, messageId, nativeIdOf, PEOPLE, START_MS } from './cast.ts';
import type { Call } from './door.ts';
import type { GrantStanding, World, WorldGrant, WorldSession } from './world.ts';

/**
 * A database that worlds are played on, one after the other: emptied, filled by the house's own writers, and later rid of
 * what an actor may not see. It stays open, so that children and HTTP can look at many worlds too.
 */
export type Stage = {
  readonly engine: Engine;
  readonly dataDir: string;
  /** A connection of its own, behind the engine's back. */
  readonly client: Database.Database;
  readonly peopleIds: readonly PersonId[];
  /** When grants end. */
  readonly endsMs: Readonly<Record<GrantStanding, number | null>>;
  /** Of the sessions of the world that is on, as they stand in it. */
  readonly placed: Placed[];
  /** Row ids of its grants; null where nothing was there to be granted. */
  readonly grantIds: (number | null)[];
  /** What the actor asks with, in the world that is on. */
  token: { readonly token: string; readonly secretHash: string } | null;
  readonly answerWrongly: Fault['answer'] | undefined;
  close(): Promise<void>;
};
export type Placed = { readonly rowId: number; readonly publicId: string };

/** A fault that is put into a stage: what a wrong engine, or a wrong database, would do. */
export type Fault = {
  /** What a verb of the house does that forgets something: it may ask as the scope, or as another one. */
  readonly answer?: (scope: ReadScope, call: Call, ask: (scope: ReadScope) => Promise<unknown>) => Promise<unknown>;
  readonly wrap?: (engine: Engine, client: Database.Database) => Engine;
  readonly beforeWorld?: (client: Database.Database) => void;
  readonly afterWorld?: (client: Database.Database, world: World) => void;
};

const FAR_MS = Date.UTC(2100, 0);
const ENDS_MS: Readonly<Record<GrantStanding, number | null>> = {
  live: null,
  'about-to-end': NOW_MS + 1,
  'at-its-end': NOW_MS,
  expired: 1000,
  revoked: null,
};

export type StageOptions = {
  readonly fault?: Fault;
  /** By default one in this process, by the clock of the tests. */
  readonly openStore?: OpenStore;
  /** The store goes by the clock on the wall: no grant of a world ends in these very milliseconds. */
  readonly isRealTime?: boolean;
};

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { fault = {}, openStore = openTestStore, isRealTime = false } = options;
  const store = openStore();
  const { client } = openFile(store.file, { isReadOnly: false, mustExist: true, now: () => NOW_MS });
  const peopleIds: PersonId[] = [];
  for (const { email, role } of PEOPLE) peopleIds.push((await addTestPerson(store.engine, email, role)).id);
  const engine = fault.wrap?.(store.engine, client) ?? store.engine;
  return {
    engine,
    dataDir: store.dataDir,
    client,
    peopleIds,
    endsMs: { ...ENDS_MS, ...(isRealTime ? { 'about-to-end': FAR_MS } : {}) },
    placed: [],
    grantIds: [],
    token: null,
    answerWrongly: fault.answer,
    close: async () => {
      await flushTokenUses(engine);
      client.close();
      await store.close();
    },
  };
}

/** What hangs on sessions, leaves first. */
const TABLES = [
  'entry',
  'record_block',
  'session_window',
  'source_session',
  'session_grant',
  'session',
  'agent',
] as const;

/** Takes everything away that the world before left, and brings this one on. */
export async function putWorld(stage: Stage, world: World, fault: Fault = {}): Promise<void> {
  clear(stage);
  fault.beforeWorld?.(stage.client);
  for (const [index, session] of world.sessions.entries()) {
    stage.placed.push(await addSession(stage, session));
    for (const grant of world.grants.filter((each) => each.session === index)) await addGrant(stage, world, grant);
    // One that the next session claims as its parent goes behind it, so that the two were linked.
    const before = world.sessions[index - 1];
    if (before !== undefined && session.parentKey === keyOf(before)) await deleteIfSaid(stage, before, index - 1);
    if (world.sessions[index + 1]?.parentKey !== keyOf(session)) await deleteIfSaid(stage, session, index);
  }
  await addToken(stage, world);
  markSessions(stage, world);
  fault.afterWorld?.(stage.client, world);
}

function clear(stage: Stage): void {
  const { client, placed, grantIds } = stage;
  stage.token = null;
  placed.length = 0;
  grantIds.length = 0;
  client.transaction(() => {
    for (const table of ['agent_token', ...TABLES, 'source_file', 'tombstone', 'purge', 'audit_event'])
      client.exec(`DELETE FROM ${table}`);
    for (const index of INDEXES) client.exec(`INSERT INTO ${index}(${index}) VALUES ('delete-all')`);
    const reset = client.prepare('UPDATE person SET role = ? WHERE email = ? AND role <> ?');
    for (const { email, role } of PEOPLE) reset.run(role, email, role);
  })();
}

async function addSession(stage: Stage, session: WorldSession): Promise<Placed> {
  const { engine } = stage;
  const person = await engine.findPerson(PEOPLE[session.owner]?.email ?? '');
  if (person === null) throw new Error('A session of the world has no owner.');
  const { agent: agentId, kind, title, project, model, isIncognito, parentKey } = session;
  const entries = session.entries.map((entry, index) => toTestEntry(entry, index));
  const names = { nativeId: nativeIdOf(session), sessionKey: keyOf(session), leaf: messageId(session.leaf) };
  const transcript = toOutline({ ...names, agentId, kind, title, project, model, isIncognito, parentKey, entries });
  const cutOff = new Error('cut off');
  let placed: Placed = { rowId: 0, publicId: '' };
  const noting: Engine = {
    ...engine,
    openWindow: async (ownerId, header) => {
      const window = await engine.openWindow(ownerId, header);
      placed = { rowId: window.sessionId, publicId: window.publicId };
      return window;
    },
    closeWindow: async (save, closing) => {
      if (session.state === 'unfinished') throw cutOff;
      await engine.closeWindow(save, closing);
    },
  };
  const { id: sourceId } = await engine.openSource(person.id, '/world.jsonl');
  const signal = new AbortController().signal;
  const save = { transcript, records: toRecords(entries), sourceId, isKnownFile: false, nowMs: NOW_MS, signal };
  await saveTranscript(writer(noting, person), save).catch((cause: unknown) => {
    if (cause !== cutOff) throw cause;
  });
  return placed;
}

function toTestEntry(entry: WorldSession['entries'][number], index: number): TestEntry {
  const content = entry.words.join(' ');
  const answered = { type: 'message', id: messageId(index), message: { role: 'toolResult', content } };
  return {
    id: messageId(index),
    parent: index - entry.back < 0 ? null : messageId(index - entry.back),
    role: entry.kind === 'tool-result' ? 'tool' : entry.isUser ? 'user' : 'assistant',
    kind: entry.kind,
    text: content,
    ...(entry.kind === 'tool-result' ? { record: answered } : {}),
    timeMs: START_MS + entry.atMs,
  };
}

function auditOf(act: AuditEvent['act'], personId: PersonId | null): AuditEvent {
  return { personId, act, subject: null, scope: 'world', results: null };
}

async function addGrant(stage: Stage, world: World, grant: WorldGrant): Promise<void> {
  const { rowId } = stage.placed[grant.session] ?? { rowId: 0 };
  const [personId, granterId] = [
    stage.peopleIds[grant.person],
    stage.peopleIds[world.sessions[grant.session]?.owner ?? 0],
  ];
  if (personId === undefined || granterId === undefined) throw new Error('A grant of the world is to nobody.');
  const { covers, standing } = grant;
  const newestBefore = newestGrant(stage.client);
  await stage.engine.addGrant(
    EVERYTHING,
    { sessionId: rowId as SessionId, personId, granterId, covers, expiresAtMs: stage.endsMs[standing] },
    auditOf('grant', granterId),
  );
  // One that is over from the start is stored, but not given back.
  const newest = newestGrant(stage.client);
  const id = newest === newestBefore ? null : newest;
  stage.grantIds[world.grants.indexOf(grant)] = id;
  if (standing === 'revoked' && id !== null)
    await stage.engine.revokeGrant(EVERYTHING, id, auditOf('revoke', granterId));
}

function newestGrant(client: Database.Database): number | null {
  return client.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM session_grant').get()?.id ?? null;
}

async function addToken(stage: Stage, { token, actor }: World): Promise<void> {
  const personId = stage.peopleIds[actor];
  if (token === null || personId === undefined) return;
  const { agent: agentId, bound, visibility, agentIds, isSandboxed, includesGranted } = token;
  const sessionId = bound === null ? null : ((stage.placed[bound]?.rowId ?? 0) as SessionId);
  const secret = makeTokenSecret();
  const given = { agentId, sessionId, visibility, agentIds, isSandboxed, includesGranted, canWrite: false };
  const { secretHash } = secret;
  const id = await stage.engine.addToken(
    EVERYTHING,
    { ...given, personId, name: 'robot', secretHash, expiresAtMs: null },
    auditOf('token-created', personId),
  );
  if (id === null) throw new Error('The token of the world is bound to nothing.');
  stage.token = secret;
}

async function deleteIfSaid({ engine, placed }: Stage, { state }: WorldSession, index: number): Promise<void> {
  if (state === 'deleted') await engine.deleteSession(EVERYTHING, (placed[index]?.rowId ?? 0) as SessionId);
}

/** What is said of sessions after they were imported. */
function markSessions({ client, placed }: Stage, { sessions }: World): void {
  const mark = client.prepare('UPDATE session SET label = ?, archived_at_ms = ?, is_stale = ? WHERE id = ?');
  for (const [index, { label, isArchived, state }] of sessions.entries()) {
    if (label !== null || isArchived || state === 'stale')
      mark.run(label, isArchived ? NOW_MS : null, state === 'stale' ? 1 : 0, placed[index]?.rowId);
  }
}

/** Takes from the actor what the world says; false where that is nothing. */
export async function narrow(stage: Stage, world: World): Promise<boolean> {
  const { narrowing, actor } = world;
  const personId = stage.peopleIds[actor];
  if (narrowing === null || personId === undefined) return false;
  if (narrowing.type === 'role') {
    const to = { role: PEOPLE[actor]?.role === 'owner' ? 'operator' : 'member' } as const;
    await stage.engine.changePerson(personId, to, auditOf('person-changed', null));
    return true;
  }
  const grantId = stage.grantIds[narrowing.grant] ?? null;
  return grantId !== null && stage.engine.revokeGrant(EVERYTHING, grantId, auditOf('revoke', null));
}

/**
 * Deletes every row of every session that is not among the visible ones; false when there is none. The session of the
 * token stays, hidden or not: the token would die with it.
 */
export function deleteHidden({ client, placed }: Stage, visible: ReadonlySet<number>, bound: number | null): boolean {
  const isKept = (index: number): boolean => visible.has(index) || index === bound;
  const hidden = placed.filter((_, index) => !isKept(index)).map(({ rowId }) => rowId);
  if (hidden.length === 0) return false;
  const list = hidden.join(', ');
  client.transaction(() => {
    client.exec(`DELETE FROM entry WHERE window_id IN (SELECT id FROM session_window WHERE session_id IN (${list}))`);
    for (const table of ['record_block', 'session_window', 'source_session', 'session_grant'])
      client.exec(`DELETE FROM ${table} WHERE session_id IN (${list})`);
    client.exec(`DELETE FROM session WHERE id IN (${list})`);
    client.exec('DELETE FROM agent WHERE id NOT IN (SELECT agent_ref FROM session)');
  })();
  return true;
}
