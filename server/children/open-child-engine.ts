import path from 'node:path';
import type { Engine } from '../engine/engine.ts';
import { openLocalEngine } from '../engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../engine/sqlite/store-files.ts';
import { readSettings } from '../env.ts';
import { recordParts, recordToolText } from '../ingest/record-parts.ts';

/** The store that the parent process serves; it was brought up to date before the parent started. */
export function openChildEngine(access: { isReadOnly: boolean }): Engine {
  const { dataDir, bundlesDir } = readSettings();
  return openLocalEngine({
    file: databaseFile(dataDir),
    definition: { folder: path.join(bundlesDir, 'drizzle', 'sqlite') },
    isReadOnly: access.isReadOnly,
    secret: readStoreSecret(dataDir),
    readParts: recordParts,
    bulkThread: { file: path.join(bundlesDir, 'children', 'bulk-thread.js') },
    readToolText: recordToolText,
    now: Date.now,
  });
}
