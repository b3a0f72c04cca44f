/** Programs that append to sessions of their own while their server is killed, and what is there afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../server/contract/actor.ts';
import type { Random } from '../bench/random.ts';
import { withDatabase } from '../support/test-store.ts';
import type { LiveServer } from './live-server.ts';

export type KillRound = {
  readonly appends: number;
  /** Acknowledged when the server was killed. */
  readonly acknowledgedAtKill: number;
  /** Of those, not stored or not indexed when it came back. Must be 0. */
  readonly lost: number;
  /** Stored more than once. Must be 0. */
  readonly twice: number;
  /** Stored, but not acknowledged: allowed. */
  readonly unacknowledged: number;
  /** Entries that a search for their own word did not find, of those asked for. Must be 0. */
  readonly notFound: number;
  readonly searched: number;
  /** Entries of the whole round that stand in the wrong place at its end. Must be 0. */
  readonly misplaced: number;
  readonly seconds: number;
};

const WRITERS = 4;
const BATCH_MAX = 12;

type Plan = { readonly appends: number; readonly round: number; readonly searches: number; readonly random: Random };

/** One round: 4 programs append, the server is killed at a random moment, comes back, and they finish. */
export async function killRound(server: LiveServer, person: Person, plan: Plan): Promise<KillRound> {
  const { appends, round, random } = plan;
  const cookie = await server.cookie(person);
  const startedMs = performance.now();
  const acknowledged = new Set<string>();
  const killAt = Math.floor(appends * (0.05 + 0.9 * random.next()));
  const kill: { running: Promise<void> | null } = { running: null };
  const onAcknowledged = (ids: readonly string[]): void => {
    for (const id of ids) acknowledged.add(id);
    if (kill.running !== null || acknowledged.size < killAt) return;
    kill.running = (async () => {
      await sleep(random.next() * 10); // in the midst of a call, not behind one
      await server.kill();
    })();
  };
  const sessions = Array.from({ length: WRITERS }, (_, index) => ({
    key: `agent:crash:r${round}w${index}`,
    ids: Array.from({ length: Math.ceil(appends / WRITERS) }, (_each, at) => `r${round}w${index}e${at}`),
  }));
  const unfinished = sessions.map((session) => ({ ...session, next: 0 }));
  const writeAll = (): Promise<unknown> =>
    Promise.all(unfinished.map((session) => write(server, { cookie, session, random, onAcknowledged })));
  await writeAll();
  if (kill.running === null) throw new Error('The server was never killed.');
  await kill.running;
  const atKill = new Set(acknowledged);
  await server.start();
  const after = readRound(server, round);
  const lost = [...atKill].filter((id) => after.get(id)?.isIndexed !== true).length;
  const twiceAtKill = [...after.values()].filter(({ count }) => count > 1).length;
  const unacknowledged = [...after.keys()].filter((id) => !atKill.has(id)).length;
  const found = await countFound(server, { cookie, ids: sample([...atKill], plan) });
  while (unfinished.some(({ ids, next }) => next < ids.length)) await writeAll();
  const end = readRound(server, round);
  const misplaced = sessions.flatMap(({ ids }) => ids.filter((id, at) => end.get(id)?.walk !== at)).length;
  const twice = twiceAtKill + [...end.values()].filter(({ count }) => count > 1).length;
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  return {
    appends: sessions.reduce((sum, { ids }) => sum + ids.length, 0),
    acknowledgedAtKill: atKill.size,
    lost,
    twice,
    unacknowledged,
    searched: found.searched,
    notFound: found.searched - found.found,
    misplaced,
    seconds,
  };
}

type Writing = {
  readonly cookie: string;
  readonly session: { readonly key: string; readonly ids: readonly string[]; next: number };
  readonly random: Random;
  readonly onAcknowledged: (ids: readonly string[]) => void;
};

/** Sends batch after batch, until all is acknowledged or the server does not answer. */
async function write(server: LiveServer, { cookie, session, random, onAcknowledged }: Writing): Promise<void> {
  const { key, ids } = session;
  while (session.next < ids.length) {
    const batch = ids.slice(session.next, session.next + 1 + Math.floor(random.next() * BATCH_MAX));
    const entries = batch.map((id) => ({ id, role: 'user', text: `entry ${id} of a session that is being written` }));
    const told = await server.call(cookie, 'ingest.append', { session: { key }, entries }).catch(() => null);
    if (told === null || told.status === 503) return;
    if (told.status !== 200) throw new Error(`append: ${told.status} ${told.body}`);
    session.next += batch.length;
    onAcknowledged(batch);
  }
}

type Found = { readonly count: number; readonly isIndexed: boolean; readonly walk: number | null };
type Row = { native_id: string; is_indexed: number; walk: number | null };

function readRound({ dataDir }: LiveServer, round: number): ReadonlyMap<string, Found> {
  const rows = withDatabase(`${dataDir}/scrollback.db`, (client) =>
    client
      .prepare<[string], Row>(
        `SELECT e.native_id, e.is_indexed, e.walk FROM session s JOIN session_window w ON w.session_id = s.id
         JOIN entry e ON e.window_id = w.id AND e.position < w.entry_count
         WHERE s.session_key LIKE ? AND s.is_complete = 1`,
      )
      .all(`agent:crash:r${round}w%`),
  );
  const found = new Map<string, Found>();
  for (const { native_id, is_indexed, walk } of rows)
    found.set(native_id, { count: (found.get(native_id)?.count ?? 0) + 1, isIndexed: is_indexed === 1, walk });
  return found;
}

function sample(ids: readonly string[], { searches, random }: Plan): readonly string[] {
  return ids.length <= searches
    ? ids
    : Array.from({ length: searches }, () => ids[Math.floor(random.next() * ids.length)] ?? '');
}

async function countFound(
  server: LiveServer,
  { cookie, ids }: { cookie: string; ids: readonly string[] },
): Promise<{ readonly searched: number; readonly found: number }> {
  let found = 0;
  for (const id of ids) {
    const told = await server.call(cookie, 'sessions.search', { query: `"${id}"`, limit: 2 });
    const reply = JSON.parse(told.body) as { result?: { data: { results: readonly { messageId: string }[] } } };
    const hits = reply.result?.data.results ?? [];
    if (hits.length === 1 && hits[0]?.messageId === id) found += 1;
  }
  return { searched: ids.length, found };
}
