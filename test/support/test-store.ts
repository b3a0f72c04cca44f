import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { Engine } from '../../server/engine/engine.ts';
import type { BulkThreadPlace } from '../../server/engine/sqlite/bulk-thread.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { openFile } from '../../server/engine/sqlite/open.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export const DEFINITION = { folder: path.resolve(process.cwd(), 'drizzle/sqlite') };
/** The moment at which tests happen unless they say otherwise. */
export const NOW_MS = Date.UTC(2026, 10, 1, 12);

export type TestStore = {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly file: string;
  close(): Promise<void>;
};
export type StoreOptions = { readonly now?: () => number; readonly bulkThread?: BulkThreadPlace };
/** How a suite gets a store: each engine that it runs on has one of these. */
export type OpenStore = (options?: StoreOptions) => TestStore;

let template: Buffer | null = null;

/** A real database from the real migrations in a folder of its own. `close` removes the folder. */
export function openTestStore(options: StoreOptions = {}): TestStore {
  const dataDir = makeTemporaryFolder('test');
  const file = databaseFile(dataDir);
  template ??= makeTemplate();
  writeFileSync(file, template);
  const secret = readStoreSecret(dataDir);
  const engine = openLocalEngine({
    file,
    definition: DEFINITION,
    isReadOnly: false,
    secret,
    readParts: recordParts,
    readToolText: recordToolText,
    now: options.now ?? (() => NOW_MS),
    ...(options.bulkThread === undefined ? {} : { bulkThread: options.bulkThread }),
  });
  return {
    engine,
    dataDir,
    file,
    close: async () => {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Looks at, or changes, the rows behind an engine's back, over a connection with the house's own functions. */
export function withDatabase<Result>(file: string, act: (client: Database.Database) => Result): Result {
  const { client } = openFile(file, { isReadOnly: false, mustExist: true, now: () => NOW_MS });
  try {
    return act(client);
  } finally {
    client.close();
  }
}

/** As bytes, since a worker of the test runner is ended without a chance to remove files. */
function makeTemplate(): Buffer {
  const folder = makeTemporaryFolder('template');
  try {
    const file = path.join(folder, 'template.db');
    migrate(file, DEFINITION);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
