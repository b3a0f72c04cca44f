import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { type Definition, migrate, schemaVersion } from '../../server/engine/sqlite/migrate.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { purgeAccessUnchecked } from '../../server/operate/purge.ts';
import { find } from '../support/asking.ts';
import { DEFINITION, NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, leaveUnfinished, reader, saveTestTranscript, writer } from '../support/transcripts.ts';
import { addMigration, copyDefinition, type LaterDefinition, rebuildStatements } from './definitions.ts';

const CHILD_TABLES = [
  'entry',
  'session',
  'session_window',
  'record_block',
  'source_session',
  'source_file',
  'agent',
  'person',
];
const TRIGGERS = ['entry_index_delete', 'entry_index_insert', 'entry_index_update', 'entry_tools_delete'];

function countRows(file: string): Record<string, number> {
  return withDatabase(file, (client) =>
    Object.fromEntries(
      CHILD_TABLES.map((table) => [
        table,
        client.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? -1,
      ]),
    ),
  );
}

function triggersOf(file: string): readonly string[] {
  return withDatabase(file, (client) =>
    client
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name`)
      .all()
      .map((row) => row.name),
  );
}

function versionOf(file: string): unknown {
  return withDatabase(file, (client) => client.pragma('user_version', { simple: true }));
}

describe('migrating', () => {
  let store: TestStore;
  let later: LaterDefinition;

  beforeEach(async () => {
    store = openTestStore();
    later = copyDefinition();
    const ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
    const write = writer(store.engine, ann);
    await saveTestTranscript(write, {
      nativeId: 'parent',
      entries: [
        { id: 'a', text: 'anchor' },
        { id: 'b', text: 'rope' },
      ],
    });
    await saveTestTranscript(write, {
      nativeId: 'child',
      parentKey: 'agent:main:parent',
      entries: [{ id: 'c', text: 'anchor chain' }],
    });
    await leaveUnfinished(write, { nativeId: 'cut', entries: [{ id: 'd', text: 'anchor lost' }] });
    await store.engine.close();
  });
  afterEach(async () => {
    later.remove();
    await store.close();
  });

  async function withStore<Result>(
    definition: Definition,
    act: (engine: ReturnType<typeof openLocalEngine>) => Promise<Result>,
  ): Promise<Result> {
    const secret = readStoreSecret(store.dataDir);
    const engine = openLocalEngine({
      file: store.file,
      definition,
      isReadOnly: false,
      readParts: recordParts,
      readToolText: recordToolText,
      secret,
      now: () => NOW_MS,
    });
    try {
      return await act(engine);
    } finally {
      await engine.close();
    }
  }

  async function expectWhole(definition: Definition): Promise<void> {
    expect(triggersOf(store.file)).toEqual(TRIGGERS);
    await withStore(definition, async (engine) => {
      const ann = await engine.findPerson('ann@example.org');
      if (ann === null) throw new Error('Ann is gone.');
      const read = reader(engine, ann);
      expect((await engine.check()).filter((check) => !check.ok)).toEqual([]);
      expect(await find(read, 'anchor', { sort: 'oldest' })).toEqual(['c', 'a']);
      const [child] = await engine.findSessions(read.reach, 'child');
      const [parent] = await engine.findSessions(read.reach, 'parent');
      expect(child?.parentSessionId).toBe(parent?.sessionId);
      // And it goes on indexing what comes.
      const nativeId = `later-${schemaVersion(definition)}`;
      const saved = await saveTestTranscript(writer(engine, ann), {
        nativeId,
        entries: [{ id: 'e', text: 'anchor weighed', timeMs: NOW_MS }],
      });
      expect(await find(read, 'anchor', { sort: 'newest', limit: 1 })).toEqual(['e']);
      await engine.deleteSession(read.reach, saved.sessionId);
      expect(await find(read, 'weighed')).toEqual([]);
      expect(await purgeAccessUnchecked(engine)).toBe(true);
      expect((await engine.check()).filter((check) => !check.ok)).toEqual([]);
    });
  }

  for (const table of ['session', 'entry', 'session_window', 'person', 'record_block']) {
    it(`keeps every row, and the index, when a migration rebuilds the table ${table}`, async () => {
      const before = countRows(store.file);
      addMigration(later, '0001_rebuild', rebuildStatements(store.file, table));
      migrate(store.file, later);
      expect(countRows(store.file)).toEqual(before);
      expect(versionOf(store.file)).toBe(schemaVersion(DEFINITION) + 1);
      await expectWhole(later);
    });
  }

  it('does nothing the second time', async () => {
    migrate(store.file, DEFINITION);
    const bytes = readFileSync(store.file);
    migrate(store.file, DEFINITION);
    expect(readFileSync(store.file).equals(bytes)).toBe(true);
    await expectWhole(DEFINITION);
  });

  it('leaves the database as it was when a migration fails in its middle, and can be run again', async () => {
    const statements = rebuildStatements(store.file, 'session');
    const before = countRows(store.file);
    addMigration(later, '0001_rebuild', [...statements, 'INSERT INTO nowhere VALUES (1)']);
    expect(() => migrate(store.file, later)).toThrow();
    expect(countRows(store.file)).toEqual(before);
    await expectWhole(DEFINITION);
    const mended = copyDefinition();
    try {
      addMigration(mended, '0001_rebuild', statements);
      migrate(store.file, mended);
      expect(countRows(store.file)).toEqual(before);
      await expectWhole(mended);
    } finally {
      mended.remove();
    }
  });

  it('is one act: what fails behind the migrations takes them back too', async () => {
    addMigration(later, '0001_rebuild', rebuildStatements(store.file, 'entry'));
    const searchFile = path.join(later.folder, 'search.sql');
    const searchSql = readFileSync(searchFile, 'utf8');
    writeFileSync(searchFile, 'SELECT no_such_function();');
    expect(() => migrate(store.file, later)).toThrow();
    await expect(withStore(later, async () => null)).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringMatching(/older/) as string,
    });
    await expectWhole(DEFINITION);
    writeFileSync(searchFile, searchSql);
    migrate(store.file, later);
    await expectWhole(later);
  });

  it('fills an index anew that another segmenter wrote, and counts the terms anew', async () => {
    withDatabase(store.file, (client) => {
      client.exec(`UPDATE store_fact SET value = 'another' WHERE name = 'segmenter'; UPDATE entry SET term_count = 99`);
      // What another segmenter would have written.
      client.exec(`DROP TABLE entry_index;
        CREATE VIRTUAL TABLE entry_index USING fts5(terms, scope, content = 'entry_searchable', content_rowid = 'id');`);
    });
    migrate(store.file, DEFINITION);
    const counts = withDatabase(store.file, (client) =>
      client.prepare('SELECT native_id, term_count, is_indexed FROM entry ORDER BY native_id').all(),
    );
    expect(counts).toMatchObject([
      { native_id: 'a', term_count: 1, is_indexed: 1 },
      { native_id: 'b', term_count: 1 },
      { native_id: 'c', term_count: 2 },
      { native_id: 'd', term_count: 2 },
    ]);
    await expectWhole(DEFINITION);
  });

  it('puts back triggers that are gone or changed when search.sql changes', async () => {
    withDatabase(store.file, (client) => client.exec('DROP TRIGGER entry_index_update'));
    const searchFile = path.join(later.folder, 'search.sql');
    writeFileSync(searchFile, `${readFileSync(searchFile, 'utf8')}\n-- a later version\n`);
    migrate(store.file, later);
    await expectWhole(later);
  });

  it('mends an index that has drifted', async () => {
    withDatabase(store.file, (client) => {
      client.exec(`DROP TRIGGER entry_index_delete; DELETE FROM entry WHERE native_id = 'b'`);
    });
    addMigration(later, '0009_nothing', ['SELECT 1']);
    migrate(store.file, later);
    await expectWhole(later);
  });

  it('refuses a database that a newer version made, and does not touch it', () => {
    withDatabase(store.file, (client) => client.pragma('user_version = 9'));
    const bytes = readFileSync(store.file);
    const refused = expect.objectContaining({
      kind: 'broken',
      message: expect.stringContaining(`newer Scrollback (9 > ${schemaVersion(DEFINITION)})`) as string,
    }) as Error;
    expect(() => migrate(store.file, DEFINITION)).toThrow(refused);
    expect(() =>
      openLocalEngine({
        file: store.file,
        definition: DEFINITION,
        isReadOnly: false,
        readParts: recordParts,
        readToolText: recordToolText,
        secret: new Uint8Array(32),
        now: Date.now,
      }),
    ).toThrow(refused);
    expect(readFileSync(store.file).equals(bytes)).toBe(true);
  });
});
