import { createHash } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { AppError } from '../../errors.ts';
import { log } from '../../log.ts';
import { SEGMENTER_VERSION } from '../../text/index-terms.ts';
import { INDEXES, isIndexSound, rebuildIndex } from './index-state.ts';
import { APPLICATION_ID, assertUsable, type Connection, openFile, versionMessage } from './open.ts';
import { readFact, writeFact } from './store-facts.ts';
import { makeDataDir } from './store-files.ts';
import { forgetToolIndex } from './tool-index-state.ts';

const LOCK_WAIT_MS = 60_000;

/** Folder that holds `migrations/` and `search.sql`. */
export type Definition = { readonly folder: string };

export function schemaVersion(definition: Definition): number {
  return readMigrationFiles({ migrationsFolder: migrationsFolder(definition) }).length;
}

/**
 * Makes the database or brings it up to date, in one transaction: killed anywhere, it leaves the file as it was. Safe to
 * run from several processes at once. Throws `broken` when the file is not ours, newer than this version, or not sound.
 */
export function migrate(file: string, definition: Definition): void {
  makeDataDir(path.dirname(file));
  withMigrationLock(file, () => {
    if (existsSync(file)) {
      assertUsable(file);
      migrateFile(file, definition);
      return;
    }
    // Made under another name and linked when it is whole, so that an empty file always means a loss.
    const fresh = `${file}.new`;
    for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
    migrateFile(fresh, definition);
    chmodSync(fresh, 0o600); // the log and its index get the same
    linkSync(fresh, file);
    rmSync(fresh);
  });
}

function migrateFile(file: string, definition: Definition): void {
  const connection = openFile(file, { isReadOnly: false, mustExist: false, now: Date.now });
  try {
    const { client } = connection;
    const target = schemaVersion(definition);
    const found = Number(client.pragma('user_version', { simple: true }));
    if (found > target) throw new AppError('broken', versionMessage(file, found, target));
    const searchSql = readFileSync(path.join(definition.folder, 'search.sql'), 'utf8');
    const searchHash = createHash('sha256').update(searchSql).digest('hex');
    if (found === target && readFact(connection, 'search_sql') === searchHash && isSegmenterCurrent(connection)) return;
    // A table rebuild drops its parent table: with keys on, that silently deletes every child row. Inside a transaction
    // the pragma does nothing, neither here nor in a migration's own text.
    client.pragma('foreign_keys = OFF');
    const change = client.transaction(() => {
      client.pragma(`application_id = ${APPLICATION_ID}`);
      dropDerived(connection);
      const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder(definition) });
      for (const statement of migrations.slice(found).flatMap((migration) => migration.sql)) client.exec(statement);
      assertSearchDefinition(connection, searchSql, searchHash);
      assertSound(connection);
      client.pragma(`user_version = ${target}`);
    });
    change.immediate();
  } finally {
    connection.client.close();
  }
}

/** Views and triggers all come from search.sql. A view of a table keeps SQLite from renaming another one to its name. */
function dropDerived({ client }: Connection): void {
  const derived = client
    .prepare<[], { type: string; name: string }>(
      `SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')`,
    )
    .all();
  for (const { type, name } of derived) client.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
}

/** Re-makes view, index and triggers. An index that another segmenter wrote is dropped whole: only its writer can edit it. */
function assertSearchDefinition(connection: Connection, searchSql: string, searchHash: string): void {
  const { client } = connection;
  const isRebuilt = !isSegmenterCurrent(connection);
  const hadTools = client.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'tool_index'`).get() !== undefined;
  if (isRebuilt) for (const index of INDEXES) client.exec(`DROP TABLE IF EXISTS ${index}`);
  for (const statement of searchSql.split('--> statement-breakpoint')) client.exec(statement);
  if (isRebuilt) {
    client.exec(
      'UPDATE entry SET term_count = count_terms(text), repeats = repeated_terms(text) WHERE is_searchable = 1',
    );
    rebuildIndex(connection);
    if (hadTools) forgetToolIndex(client);
  }
  writeFact(connection, 'segmenter', String(SEGMENTER_VERSION));
  writeFact(connection, 'search_sql', searchHash);
}

/** The index can always be made anew from the rows. Rows without their parents cannot: then nothing is changed. */
function assertSound(connection: Connection): void {
  const broken = connection.client.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0) {
    throw new AppError(
      'broken',
      `The migration would leave ${broken.length} rows without their parent. Nothing was changed; restore a backup.`,
    );
  }
  if (isIndexSound(connection)) return;
  log.warn('search index had drifted and was made anew');
  rebuildIndex(connection);
  if (!isIndexSound(connection))
    throw new AppError('broken', 'The search index cannot be made. Nothing was changed; restore a backup.');
}

function isSegmenterCurrent(connection: Connection): boolean {
  return readFact(connection, 'segmenter') === String(SEGMENTER_VERSION);
}

function migrationsFolder(definition: Definition): string {
  return path.join(definition.folder, 'migrations');
}

/** A lock that the operating system drops with the process: an exclusive transaction on a file beside the database. */
function withMigrationLock(file: string, act: () => void): void {
  const lock = new Database(`${file}.lock`, { timeout: LOCK_WAIT_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    act();
  } finally {
    lock.close();
  }
}
