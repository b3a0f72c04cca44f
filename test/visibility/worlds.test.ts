import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchReply } from '../../server/contract/search.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { textCheck } from '../../server/engine/sqlite/verify.ts';
import { type Ask, answersTo, askArbitrary } from './asks.ts';
import { expectedHits, hitName, isTotallyOrdered } from './oracle.ts';
import {
  type Built,
  copyForActor,
  isVisibleTo,
  openWorldEngine,
  type World,
  withWorld,
  worldArbitrary,
} from './world.ts';

const WORLDS = Number(process.env['SCROLLBACK_WORLDS'] ?? 200);
const ASKS = 6;
const TIMEOUT_MS = 300_000;

/** Stands between the verbs and the engine: what a faulty engine would answer. */
type Wrap = (engine: Engine, file: string) => Engine;
type Finding = { readonly ask: Ask; readonly said: string; readonly expected: string };

const asksArbitrary = fc.array(askArbitrary, { minLength: ASKS, maxLength: ASKS });

/** What a person is told that depends on what they may not see, or that plain arrays tell otherwise. Null when nothing. */
async function findLeak(world: World, asks: readonly Ask[], wrap: Wrap = (engine) => engine): Promise<Finding | null> {
  return withWorld(world, async (built, folder) => {
    const engines = new Map<string, Engine>();
    const open = (file: string): Engine => {
      const engine = engines.get(file) ?? wrap(openWorldEngine(file), file);
      engines.set(file, engine);
      return engine;
    };
    const copies = new Map<number, string>();
    try {
      for (const ask of asks) {
        const copy = copies.get(ask.actor) ?? copyForActor(built, world, { actor: ask.actor, folder });
        copies.set(ask.actor, copy);
        const said = await answersTo(open(built.file), built.people, ask);
        const without = await answersTo(open(copy), built.people, ask);
        if (JSON.stringify(said) !== JSON.stringify(without)) {
          return { ask, said: JSON.stringify(said), expected: JSON.stringify(without) };
        }
        const other = compareWithOracle(world, built, { ask, replies: said as readonly SearchReply[] });
        if (other !== null) return other;
      }
      return null;
    } finally {
      for (const engine of engines.values()) await engine.close();
    }
  });
}

function compareWithOracle(
  world: World,
  built: Built,
  told: { ask: Ask; replies: readonly SearchReply[] },
): Finding | null {
  const { ask, replies } = told;
  if (ask.type !== 'search') return null;
  const expected = expectedHits(world, ask);
  const hits = replies.flatMap((reply) => reply.results);
  const nameOf = nameHits(world, built);
  const inOrder = isTotallyOrdered(world, ask);
  const pair =
    ask.group === 'message'
      ? { said: sortUnless(inOrder, hits.map(nameOf)), expected: sortUnless(inOrder, expected) }
      : {
          said: hits.map((hit) => `${sessionOf(nameOf(hit))} ${hit.matchesInSession}`).toSorted(),
          expected: countBySession(expected),
        };
  const [left, right] = [JSON.stringify(pair.said), JSON.stringify(pair.expected)];
  return left === right ? null : { ask, said: left, expected: right };
}

const sortUnless = (isSorted: boolean, list: readonly string[]): readonly string[] =>
  isSorted ? list : list.toSorted();
const sessionOf = (name: string): string => name.split(' ').slice(0, 2).join(' ');

function countBySession(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(sessionOf(name), (counts.get(sessionOf(name)) ?? 0) + 1);
  return [...counts].map(([session, count]) => `${session} ${count}`).toSorted();
}

/** A hit's name in the world, by its opaque session id. */
function nameHits(world: World, built: Built): (hit: SearchReply['results'][number]) => string {
  const client = new Database(built.file, { readonly: true });
  const rows = client.prepare<[], { id: number; public_id: string }>('SELECT id, public_id FROM session').all();
  client.close();
  const sessions = new Map(rows.map((row) => [row.public_id, world[built.rowIds.indexOf(row.id)]]));
  return (hit) => {
    const session = sessions.get(hit.sessionId);
    return session === undefined ? `unknown ${hit.sessionId}` : hitName(session, Number(hit.messageId.slice(1)));
  };
}

async function findPlanted(wrap: Wrap): Promise<boolean> {
  const property = fc.asyncProperty(
    worldArbitrary,
    asksArbitrary,
    async (world, asks) => (await findLeak(world, asks, wrap)) === null,
  );
  const { failed } = await fc.check(property, { numRuns: WORLDS, seed: 20_261_101, endOnFailure: true });
  return failed;
}

describe('in any world', () => {
  it(
    'nobody is told anything that depends on what they may not see, and everybody is told all of the rest',
    async () => {
      const property = fc.asyncProperty(worldArbitrary, asksArbitrary, async (world, asks) => {
        expect(await findLeak(world, asks)).toBeNull();
      });
      await fc.assert(property, { numRuns: WORLDS });
    },
    TIMEOUT_MS,
  );

  it('there is much to find and much to hide', () => {
    const samples = fc.sample(fc.tuple(worldArbitrary, askArbitrary), { numRuns: 400, seed: 1 });
    const searches = samples.flatMap(([world, ask]) =>
      ask.type === 'search' ? [{ world, ask, hits: expectedHits(world, ask).length }] : [],
    );
    expect(searches.filter(({ hits }) => hits > 0).length).toBeGreaterThan(searches.length / 4);
    expect(searches.filter(({ hits, ask }) => hits > ask.limit).length).toBeGreaterThan(searches.length / 20);
    const hidden = searches.filter(({ world, ask }) => world.some((session) => !isVisibleTo(session, ask.actor)));
    expect(hidden.length).toBeGreaterThan(searches.length / 2);
  });
});

describe('the world property sees', () => {
  it(
    'an order that uses the statistics of the whole index',
    async () => {
      const byRank: Wrap = (engine, file) => ({
        ...engine,
        search: async (reach, request, caller) => {
          const page = await engine.search(reach, request, caller);
          const { phrases } = textCheck(request.plan.text);
          if (phrases.length === 0 || request.sort !== 'best') return page;
          const ranks = readRanks(file, phrases.map((phrase) => `"${phrase.terms.join(' ')}"`).join(' OR '));
          const rankOf = (hit: (typeof page.hits)[number]): number =>
            ranks.indexOf(`${hit.sessionId} ${hit.messageId}`);
          return { ...page, hits: page.hits.toSorted((a, b) => rankOf(a) - rankOf(b)) };
        },
      });
      expect(await findPlanted(byRank)).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'a limit that counts what is left out afterwards',
    async () => {
      const filteredLate: Wrap = (engine) => ({
        ...engine,
        search: async (reach, request, caller) => {
          const page = await engine.search({ type: 'everything' }, request, caller);
          const { sessions } = await engine.listSessions(reach, {
            kinds: null,
            agentId: null,
            search: null,
            archived: 'all',
            limit: 100,
            after: null,
          });
          const seen = new Set(sessions.map((session) => session.sessionId));
          return { ...page, hits: page.hits.filter((hit) => seen.has(hit.sessionId)) };
        },
      });
      expect(await findPlanted(filteredLate)).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'a count of what is stale that counts for everybody',
    async () => {
      const countsAll: Wrap = (engine) => ({
        ...engine,
        search: async (reach, request, caller) => {
          const all = await engine.search({ type: 'everything' }, request, caller);
          return { ...(await engine.search(reach, request, caller)), pending: all.pending };
        },
      });
      expect(await findPlanted(countsAll)).toBe(true);
    },
    TIMEOUT_MS,
  );
});

function readRanks(file: string, terms: string): readonly string[] {
  const client = new Database(file, { readonly: true });
  try {
    return client
      .prepare<[string], { name: string }>(
        `SELECT s.public_id || ' ' || e.native_id AS name FROM entry_index JOIN entry e ON e.id = entry_index.rowid
         JOIN session s ON s.id = e.session_id WHERE entry_index MATCH ? ORDER BY rank, name`,
      )
      .all(`terms : (${terms})`)
      .map((row) => row.name);
  } finally {
    client.close();
  }
}
