import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PersonId } from '../../server/contract/actor.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { APPLICATION_ID } from '../../server/engine/sqlite/open.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { DEFINITION, withDatabase } from '../support/test-store.ts';

const BEFORE = 2;

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder('sources');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database as it was: without what search.sql adds, since the one of today knows later columns. */
function makeEarlier(file: string): void {
  const migrations = readMigrationFiles({ migrationsFolder: path.join(DEFINITION.folder, 'migrations') });
  const client = new Database(file);
  for (const statement of migrations.slice(0, BEFORE).flatMap((migration) => migration.sql)) client.exec(statement);
  client.pragma(`application_id = ${APPLICATION_ID}`);
  client.pragma(`user_version = ${BEFORE}`);
  client.close();
}

it('the migration keeps every source and its sessions, and says nothing of them that nobody knows', async () => {
  const file = path.join(folder, 'scrollback.db');
  makeEarlier(file);
  withDatabase(file, (client) => {
    const columns = client.prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('source_file')`).all();
    expect(columns.map(({ name }) => name)).not.toContain('issues');
    client.exec(`
      INSERT INTO person (id, email, role, created_at_ms) VALUES (1, 'ann@example.org', 'member', 1);
      INSERT INTO agent (id, owner_id, agent_id) VALUES (1, 1, 'main');
      INSERT INTO session (id, public_id, owner_id, agent_ref, session_key, format, kind, title, is_complete, created_at_ms)
        VALUES (1, 'public', 1, 1, 'agent:main:one', 'openclaw', 'main', 'One', 1, 1);
      INSERT INTO source_file (id, owner_id, path, sha256, context_hash, byte_size, imported_at_ms)
        VALUES (1, 1, '/srv/a/one.jsonl', 'ab', '1:cd', 70, 5), (2, 1, '/srv/a/cut.jsonl', NULL, NULL, 0, NULL),
          (3, 1, '/top.jsonl', 'ab', 'c', 1, 5), (4, 1, 'upload:x.jsonl', 'ab', 'c', 1, 5), (5, 1, 'upload:é案/b/x.jsonl', 'ab', 'c', 1, 5);
      INSERT INTO source_session (source_id, session_id) VALUES (1, 1);`);
  });
  migrate(file, DEFINITION);
  const secret = new Uint8Array(32);
  const engine = openLocalEngine({
    file,
    definition: DEFINITION,
    isReadOnly: false,
    readParts: recordParts,
    readToolText: recordToolText,
    secret,
    now: () => 9,
  });
  const [ownerId, reach] = [1 as PersonId, { type: 'owned', personId: 1 as PersonId } as const];
  const folders = await engine.listSourceFolders(reach, ownerId);
  expect(folders.map(({ folder }) => folder)).toEqual(['/', '/srv/a', 'upload:', 'upload:é案/b']);
  for (const [folder, name] of [
    ['/', 'top.jsonl'],
    ['upload:', 'x.jsonl'],
    ['upload:é案/b', 'x.jsonl'],
  ] as const) {
    const page = await engine.listSourceFiles(reach, { ownerId, folder, after: null, limit: 10 });
    expect(page.files.map((each) => each.name)).toEqual([name]);
  }
  expect(folders.slice(1, 2)).toEqual([
    { folder: '/srv/a', files: 2, byteSize: 70, sessions: 1, problems: 1, importedAtMs: 5 },
  ]);
  const { files } = await engine.listSourceFiles(reach, { ownerId, folder: '/srv/a', after: null, limit: 10 });
  const unknown = { entries: 0, messages: 0, issues: [] };
  expect(files).toEqual([
    { name: 'cut.jsonl', state: 'unfinished', byteSize: 0, importedAtMs: null, sessions: [], ...unknown },
    {
      name: 'one.jsonl',
      state: 'imported',
      byteSize: 70,
      importedAtMs: 5,
      sessions: [{ sessionId: 'public', title: 'One' }],
      ...unknown,
    },
  ]);
  expect(await engine.openSource(ownerId, '/srv/a/one.jsonl')).toMatchObject({
    id: 1,
    sha256: 'ab',
    contextHash: '1:cd',
    sessionKeys: ['agent:main:one'],
  });
  await engine.close();
});
