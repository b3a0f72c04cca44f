import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Person } from '../../server/contract/actor.ts';
import type { SessionKind } from '../../server/contract/transcript.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { saveTranscript } from '../../server/transcripts/save.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { DEFINITION, NOW_MS, openTestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, type TestEntry, toOutline, toRecords, writer } from '../support/transcripts.ts';

export const PEOPLE = [
  { email: 'owner@example.org', role: 'owner' },
  { email: 'operator@example.org', role: 'operator' },
  { email: 'member@example.org', role: 'member' },
  { email: 'other@example.org', role: 'member' },
] as const;
export const WORDS = ['ash', 'asp', 'elm', 'fir', 'fig', 'oak', 'yew'] as const;
export const AGENTS = ['main', 'ops'] as const;
export const KINDS: readonly SessionKind[] = ['main', 'other', 'cron'];
export const START_MS = NOW_MS - 3_600_000;

export type WorldEntry = {
  /** How far back the parent stands; 1 is the entry before. Beyond the first there is none. */
  readonly back: number;
  readonly words: readonly string[];
  readonly isUser: boolean;
  readonly kind: 'message' | 'tool-result';
  /** Milliseconds after the start. */
  readonly atMs: number;
};

export type WorldSession = {
  /** Index into PEOPLE. */
  readonly owner: number;
  readonly agent: (typeof AGENTS)[number];
  readonly name: string;
  readonly parent: { readonly agent: string; readonly name: string } | null;
  readonly kind: SessionKind;
  readonly isIncognito: boolean;
  readonly title: string | null;
  readonly project: string | null;
  /** Unfinished: its import was cut off. Stale: its index is behind. */
  readonly state: 'whole' | 'unfinished' | 'stale';
  readonly entries: readonly WorldEntry[];
  /** Index of the active branch's last entry. */
  readonly leaf: number;
};

export type World = readonly WorldSession[];

const names = fc.constantFrom('s0', 's1', 's2');
const agents = fc.constantFrom(...AGENTS);

/** Half of a session's words are its own: what one person hides is then not spread like what another sees. */
const entriesAbout = (theme: string): fc.Arbitrary<WorldEntry> =>
  fc.record({
    back: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 3 }) }),
    words: fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.constant(theme)), { maxLength: 5 }),
    isUser: fc.boolean(),
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant('message' as const) },
      { weight: 1, arbitrary: fc.constant('tool-result' as const) },
    ),
    atMs: fc.tuple(fc.nat(3), fc.constantFrom(0, 1, 700)).map(([seconds, ms]) => seconds * 1000 + ms),
  });

const sessionArbitrary: fc.Arbitrary<WorldSession> = fc
  .record({
    owner: fc.nat(PEOPLE.length - 1),
    agent: agents,
    name: names,
    parent: fc.option(fc.record({ agent: agents, name: names })),
    kind: fc.constantFrom(...KINDS),
    isIncognito: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    title: fc.option(fc.constantFrom('Ash and Elm', 'yews')),
    project: fc.option(fc.constantFrom('/srv/oak', '/srv/fir')),
    state: fc.oneof(
      { weight: 8, arbitrary: fc.constant('whole' as const) },
      { weight: 1, arbitrary: fc.constantFrom('unfinished' as const, 'stale' as const) },
    ),
    theme: fc.constantFrom(...WORDS),
  })
  .chain(({ theme, ...session }) =>
    fc.array(entriesAbout(theme), { minLength: 1, maxLength: 6 }).map((entries) => ({ ...session, entries })),
  )
  .chain((session) => {
    // Mostly the last one, so that most of what was said is active.
    const last = session.entries.length - 1;
    const leaves = fc.oneof({ weight: 3, arbitrary: fc.constant(last) }, { weight: 1, arbitrary: fc.nat(last) });
    return leaves.map((leaf) => ({ ...session, leaf }));
  });

export const worldArbitrary: fc.Arbitrary<World> = fc.uniqueArray(sessionArbitrary, {
  minLength: 2,
  maxLength: 6,
  selector: ({ owner, agent, name }) => `${owner}/${agent}/${name}`,
});

export function keyOf({ agent, name }: { agent: string; name: string }): string {
  return `agent:${agent}:${name}`;
}

/** What a message is called in its world: unique in its session. */
export function messageId(index: number): string {
  return `m${index}`;
}

export type Built = {
  readonly file: string;
  readonly people: readonly Person[];
  readonly secret: Uint8Array;
  /** Row ids, as the sessions stand in the world. */
  readonly rowIds: readonly number[];
};

const SECRET = new Uint8Array(32).fill(7);
let peopled: Promise<Peopled> | null = null;

/** A database with the people in it, from which every world starts. */
type Peopled = { readonly bytes: Buffer; readonly people: readonly Person[] };

async function makePeopled(): Promise<Peopled> {
  const store = openTestStore();
  const people: Person[] = [];
  for (const { email, role } of PEOPLE) people.push(await addTestPerson(store.engine, email, role));
  await store.engine.close();
  const bytes = readFileSync(store.file);
  await store.close();
  return { bytes, people };
}

export function openWorldEngine(file: string): Engine {
  return openLocalEngine({ file, definition: DEFINITION, isReadOnly: false, secret: SECRET, now: () => NOW_MS });
}

/** Runs `use` over the world as a database in a folder of its own, which is gone afterwards. */
export async function withWorld<Result>(
  world: World,
  use: (built: Built, folder: string) => Promise<Result>,
): Promise<Result> {
  peopled ??= makePeopled();
  const { bytes, people } = await peopled;
  const folder = makeTemporaryFolder('world');
  try {
    const file = path.join(folder, 'world.db');
    writeFileSync(file, bytes);
    const engine = openWorldEngine(file);
    const rowIds: number[] = [];
    for (const session of world) rowIds.push(await addSession(engine, people, session));
    await engine.close();
    const stale = rowIds.filter((_, index) => world[index]?.state === 'stale');
    if (stale.length > 0)
      withDatabase(file, (client) => client.exec(`UPDATE session SET is_stale = 1 WHERE id IN (${stale.join(', ')})`));
    return await use({ file, people, secret: SECRET, rowIds }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addSession(engine: Engine, people: readonly Person[], session: WorldSession): Promise<number> {
  const person = people[session.owner];
  if (person === undefined) throw new Error('A session of the world has no owner.');
  const entries = session.entries.map(
    (entry, index): TestEntry => ({
      id: messageId(index),
      parent: index - entry.back < 0 ? null : messageId(index - entry.back),
      role: entry.kind === 'tool-result' ? 'tool' : entry.isUser ? 'user' : 'assistant',
      kind: entry.kind,
      text: entry.words.join(' '),
      timeMs: START_MS + entry.atMs,
    }),
  );
  const { agent: agentId, kind, title, project, isIncognito } = session;
  const nativeId = `${agentId}-${session.name}`;
  const transcript = toOutline({
    nativeId,
    agentId,
    kind,
    title,
    project,
    isIncognito,
    entries,
    sessionKey: keyOf(session),
    parentKey: session.parent === null ? null : keyOf(session.parent),
    leaf: messageId(session.leaf),
  });
  let rowId = 0;
  const cutOff = new Error('cut off');
  const noting: Engine = {
    ...engine,
    openWindow: async (ownerId, header) => {
      const window = await engine.openWindow(ownerId, header);
      rowId = window.sessionId;
      return window;
    },
    closeWindow: async (save, closing) => {
      if (session.state === 'unfinished') throw cutOff;
      await engine.closeWindow(save, closing);
    },
  };
  const source = await engine.openSource(person.id, '/world.jsonl');
  const signal = new AbortController().signal;
  await saveTranscript(writer(noting, person), {
    transcript,
    records: toRecords(entries),
    sourceId: source.id,
    isKnownFile: false,
    nowMs: NOW_MS,
    signal,
  }).catch((cause: unknown) => {
    if (cause !== cutOff) throw cause;
  });
  return rowId;
}

/** Which sessions a person may see, by the rules as they are told to people, not by the engine's predicate. */
export function isVisibleTo(session: WorldSession, actor: number): boolean {
  if (session.state === 'unfinished') return false;
  if (session.owner === actor || PEOPLE[actor]?.role === 'owner') return true;
  return PEOPLE[actor]?.role === 'operator' && !session.isIncognito;
}

/** A copy of the world's database from which everything that the person may not see was deleted, row by row. */
export function copyForActor(built: Built, world: World, ask: { actor: number; folder: string }): string {
  const file = path.join(ask.folder, `for-${ask.actor}.db`);
  copyFileSync(built.file, file);
  const hidden = built.rowIds.filter((_, index) => {
    const session = world[index];
    return session !== undefined && !isVisibleTo(session, ask.actor);
  });
  if (hidden.length === 0) return file;
  const list = hidden.join(', ');
  withDatabase(file, (client) => {
    client.exec(`DELETE FROM entry WHERE session_id IN (${list})`);
    for (const table of ['record_block', 'session_window', 'source_session'])
      client.exec(`DELETE FROM ${table} WHERE session_id IN (${list})`);
    client.exec(`DELETE FROM session WHERE id IN (${list})`);
    client.exec('DELETE FROM agent WHERE id NOT IN (SELECT agent_ref FROM session)');
  });
  return file;
}
