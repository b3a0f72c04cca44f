import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import type { WholeFile } from '../../server/engine/save-types.ts';
import { find } from '../support/asking.ts';
import { BUNDLES, bundlePrograms } from '../support/pooled-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, testHeader, testNewEntry } from '../support/transcripts.ts';
import { describeBranches } from './conformance/branches.ts';
import { describeGrowth } from './conformance/growth.ts';
import { describeIds } from './conformance/ids.ts';
import { describeRevisions } from './conformance/revisions.ts';
import { describeSaves } from './conformance/saves.ts';
import { describeTexts } from './conformance/texts.ts';
import { describeWholeFiles } from './conformance/whole-files.ts';
import { describeWindows } from './conformance/windows.ts';
import { housesInOneStore } from './house.ts';

const thread = path.join(BUNDLES, 'children/bulk-thread.js');
const open: typeof openTestStore = (options) =>
  openTestStore({ ...options, bulkThread: { file: thread, entriesMin: 0 } });

beforeAll(bundlePrograms, 60_000);

describe('the local engine that stores in a thread', () => {
  const engine = { open, openHouse: housesInOneStore(open) };
  describeSaves(engine);
  describeWholeFiles(engine);
  describeIds(engine);
  describeBranches(engine);
  describeGrowth(engine);
  describeRevisions(engine);
  describeWindows(engine);
  describeTexts(engine);
});

describe('the thread that stores', () => {
  const stores: TestStore[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  async function openEngine(file = thread): Promise<{ engine: Engine; person: Person }> {
    const store = openTestStore({ bulkThread: { file, entriesMin: 2 } });
    stores.push(store);
    return { engine: store.engine, person: await addTestPerson(store.engine, 'ann@example.org', 'owner') };
  }

  /** A code of its own for a thread, in the store's folder, which goes with it. */
  function writeThread(code: string): string {
    const store = openTestStore();
    stores.push(store);
    const file = path.join(store.dataDir, 'thread.mjs');
    writeFileSync(file, code);
    return file;
  }

  const fileOf = (name: string, count: number): WholeFile => ({
    path: `/${name}.jsonl`,
    source: { sha256: 'ab', contextHash: 'cd', byteSize: 1 },
    sessions: [
      {
        header: testHeader(name),
        entries: Array.from({ length: count }, (_, at) => testNewEntry(at, `${name}-${at}`, `a snipe in ${name}`)),
      },
    ],
  });

  it('is not started for a few entries, and takes all that comes once it is', async () => {
    const { engine, person } = await openEngine(writeThread('throw new Error("started");'));
    expect(await engine.addFiles(person.id, [fileOf('small', 1)])).toEqual([[expect.any(Number)]]);
    await expect(engine.addFiles(person.id, [fileOf('large', 2)])).rejects.toThrow('started');
  });

  it('stores calls that overlap in their order, and shows each at its own end', async () => {
    const { engine, person } = await openEngine();
    const ends: string[] = [];
    const calls = ['first', 'second', 'third'].map(async (name) => {
      await engine.addFiles(person.id, [fileOf(name, 2)]);
      ends.push(name);
    });
    await Promise.all(calls);
    expect(ends).toEqual(['first', 'second', 'third']);
    expect(await find(reader(engine, person), 'snipe', { sort: 'oldest' })).toHaveLength(6);
  });

  it('gives back what went wrong by its kind or code, and goes on', async () => {
    const { engine, person } = await openEngine();
    const window = await engine.openWindow(person.id, testHeader('twice'));
    await engine.openWindow(person.id, testHeader('twice'));
    const entries = [testNewEntry(0, 'a', 'a snipe'), testNewEntry(1, 'b', 'a snipe')];
    await expect(engine.addEntries(window, 1, entries)).rejects.toMatchObject({ kind: 'conflict' });
    const twins = fileOf('twins', 2);
    const broken = twins.sessions.map((each) => ({
      ...each,
      entries: each.entries.map((entry) => ({ ...entry, position: 0 })),
    }));
    await expect(engine.addFiles(person.id, [{ ...twins, sessions: broken }])).rejects.toMatchObject({
      code: expect.stringMatching(/^SQLITE_CONSTRAINT/) as string,
    });
    expect(await engine.addFiles(person.id, [twins])).toEqual([[expect.any(Number)]]);
  });

  it('that ends without an answer is told, and another one is started for the next call', async () => {
    const { engine, person } = await openEngine(
      writeThread("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));"),
    );
    for (const name of ['one', 'two'])
      await expect(engine.addFiles(person.id, [fileOf(name, 2)])).rejects.toMatchObject({ kind: 'broken' });
  });
});
