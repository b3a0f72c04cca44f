import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { reindexAccessUnchecked } from '../../server/operate/reindex.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { find, search } from '../support/asking.ts';
import { DEFINITION, NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestEntry, writer } from '../support/transcripts.ts';
import { callEntry, resultEntry } from './conformance/tools.ts';
import { takeBackTools } from './earlier-store.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const MANY = 1200;
const small: readonly TestEntry[] = [
  { id: 'u', text: 'please' },
  callEntry('c', 'cormorant'),
  resultEntry('r', `egret ${SECRET}`),
];
const long = Array.from({ length: MANY }, (_, index) => callEntry(`c${index}`, `cormorant ${index}`));

describe('a store of before the index of tools', () => {
  let store: TestStore;
  let engine: Engine;
  let ann: Person;

  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
    await saveTestTranscript(writer(store.engine, ann), { nativeId: 'small', entries: small });
    await saveTestTranscript(writer(store.engine, ann), { nativeId: 'long', entries: long });
    await store.engine.close();
    takeBackTools(store.file);
    migrate(store.file, DEFINITION);
    engine = open();
  });
  afterEach(async () => {
    await engine.close();
    await store.close();
  });

  const open = (): Engine =>
    openLocalEngine({
      file: store.file,
      definition: DEFINITION,
      isReadOnly: false,
      secret: readStoreSecret(store.dataDir),
      readParts: recordParts,
      readToolText: recordToolText,
      now: () => NOW_MS,
    });
  const reopen = async (): Promise<void> => {
    await engine.close();
    engine = open();
  };
  const asked = (query: string, person = ann) => search(reader(engine, person), `${query} in:tools`);
  const found = (query: string) => find(reader(engine, ann), `${query} in:tools`);
  const check = async () => (await engine.check()).find(({ name }) => name === 'tool index');

  async function fill(): Promise<number> {
    for (let steps = 1; ; steps += 1) if ((await engine.fillToolsStep()).isDone) return steps;
  }

  it('says that it is being indexed, and how many sessions wait, to those who may search their tools', async () => {
    const bob = await addTestPerson(engine, 'bob@example.org');
    expect(await asked('cormorant')).toMatchObject({ results: [], indexing: true, pending: 2 });
    expect(await search(reader(engine, ann), 'please')).toMatchObject({ indexing: false, pending: 0 });
    expect(await asked('cormorant', bob)).toMatchObject({ indexing: false, pending: 0 });
    expect(await check()).toMatchObject({
      ok: true,
      detail: 'agrees with 0 records; 2 sessions are still to be read for it',
    });
    expect(await engine.countUnreadTools()).toBe(2);
  });

  it('is filled in short steps, and then is as if all had been imported anew', async () => {
    await engine.fillToolsStep();
    expect(await engine.fillToolsStep()).toEqual({ isDone: false, pending: 1 });
    expect(await asked('cormorant')).toMatchObject({ results: [{ messageId: 'c' }], indexing: true, pending: 1 });
    expect(await fill()).toBeGreaterThan(2);
    expect(await engine.fillToolsStep()).toEqual({ isDone: true, pending: 0 });
    expect(await asked('cormorant 1199')).toMatchObject({
      results: [{ messageId: 'c1199' }],
      indexing: false,
      pending: 0,
    });
    expect(await found('has:secret')).toEqual(['r']);
    expect(await check()).toEqual({ name: 'tool index', ok: true, detail: `agrees with ${MANY + 2} records` });
    const filled = dump();
    const fresh = openTestStore();
    const writes = writer(fresh.engine, await addTestPerson(fresh.engine, 'ann@example.org', 'owner'));
    await saveTestTranscript(writes, { nativeId: 'small', entries: small });
    await saveTestTranscript(writes, { nativeId: 'long', entries: long });
    expect(filled).toEqual(dump(fresh.file));
    await fresh.close();
  });

  /** All that the index holds: each term with its rows and columns. */
  const dump = (file = store.file): unknown =>
    withDatabase(file, (client) => {
      client.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'tool_index', 'instance')`);
      return client.prepare('SELECT * FROM temp.words ORDER BY term, doc, col, offset').raw().all();
    });

  it('goes on in another process where it was cut off, and indexes nothing twice', async () => {
    for (let steps = 0; steps < 4; steps += 1) await engine.fillToolsStep();
    const partial = (dump() as unknown[]).length;
    expect(partial).toBeGreaterThan(0);
    await reopen();
    await fill();
    const [all] = [dump() as unknown[]];
    expect(all.length).toBeGreaterThan(partial);
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(all.length);
    expect(await check()).toMatchObject({ ok: true });
  });

  it('does not mind two that fill it, deletions and imports meanwhile', async () => {
    const other = open();
    await engine.fillToolsStep();
    await other.fillToolsStep();
    await saveTestTranscript(writer(engine, ann), {
      nativeId: 'long',
      entries: [...long, callEntry('later', 'heron')],
    });
    await deleteSession(writer(engine, ann), 'small');
    for (let isDone = false; !isDone; ) {
      await other.fillToolsStep();
      ({ isDone } = await engine.fillToolsStep());
    }
    await other.close();
    expect(await found('heron')).toEqual(['later']);
    expect(await found('egret')).toEqual([]);
    expect(await check()).toMatchObject({ ok: true, detail: `agrees with ${MANY + 1} records` });
  });

  it('is indexed anew when it has drifted, and left alone when it has not', async () => {
    await fill();
    const whole = dump();
    withDatabase(store.file, (client) =>
      client.exec(`DELETE FROM tool_index WHERE rowid IN (SELECT id FROM entry WHERE native_id IN ('c', 'c7'))`),
    );
    expect(await check()).toMatchObject({ ok: false });
    expect(await reindexAccessUnchecked(engine, 'broken')).toBe(true);
    expect(await check()).toMatchObject({ ok: true });
    expect(dump()).toEqual(whole);
    expect(await engine.resetIndexes('broken')).toBeUndefined();
    expect(await engine.countUnreadTools()).toBe(0);
    expect(await reindexAccessUnchecked(engine, 'all')).toBe(true);
    expect(dump()).toEqual(whole);
    expect((await engine.check()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('is read anew when another segmenter wrote the index', async () => {
    await fill();
    const whole = dump();
    await engine.close();
    withDatabase(store.file, (client) => client.exec(`UPDATE store_fact SET value = 'other' WHERE name = 'segmenter'`));
    migrate(store.file, DEFINITION);
    engine = open();
    expect(await asked('cormorant')).toMatchObject({ results: [], pending: 2 });
    await fill();
    expect(dump()).toEqual(whole);
  });
});
