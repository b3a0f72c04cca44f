import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 'SQLite format 3\0';

/** Files below a folder that are a database by their name or by their first bytes. File tracing copies what code names. */
export function findDatabases(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths
    .filter((path) => /\.(?:db|sqlite3?)(?:-wal|-shm|-journal)?$/i.test(path) || startsAsDatabase(path))
    .sort();
}

function startsAsDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    return readSync(file, head, 0, MAGIC.length, 0) === MAGIC.length && head.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}
