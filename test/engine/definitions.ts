import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Definition } from '../../server/engine/sqlite/migrate.ts';
import { DEFINITION } from '../support/test-store.ts';

/** A copy of the database's definition that a test may change: a later version of the product. */
export type LaterDefinition = Definition & { remove(): void };

const BREAKPOINT = '--> statement-breakpoint\n';

export function copyDefinition(): LaterDefinition {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-definition-'));
  cpSync(DEFINITION.folder, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Adds a migration behind the real ones, as `drizzle-kit generate` would. */
export function addMigration({ folder }: Definition, tag: string, statements: readonly string[]): void {
  const journalFile = path.join(folder, 'migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1) ?? { idx: -1, when: 0 };
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag } as never);
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(path.join(folder, 'migrations', `${tag}.sql`), statements.join(`;${BREAKPOINT}`));
}

/** The statements with which drizzle-kit changes a table that SQLite cannot alter: it makes a new one and drops the old. */
export function rebuildStatements(file: string, table: string): readonly string[] {
  const client = new Database(file, { readonly: true });
  try {
    const made = client
      .prepare<[string], { sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
      .get(table);
    const indexes = client
      .prepare<[string], { sql: string }>(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
      )
      .all(table);
    const columns = (client.pragma(`table_info(${table})`) as { name: string }[])
      .map(({ name }) => `"${name}"`)
      .join(', ');
    return [
      'PRAGMA foreign_keys=OFF',
      (made?.sql ?? '')
        .replace(/CREATE TABLE [`"]?\w+[`"]?/, `CREATE TABLE \`__new_${table}\``)
        .replaceAll(`"${table}".`, `"__new_${table}".`),
      `INSERT INTO \`__new_${table}\`(${columns}) SELECT ${columns} FROM \`${table}\``,
      `DROP TABLE \`${table}\``,
      `ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\``,
      'PRAGMA foreign_keys=ON',
      ...indexes.map((index) => index.sql),
    ];
  } finally {
    client.close();
  }
}
