import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { AppError } from '../../errors.ts';
import { indexTerms } from '../../text/index-terms.ts';
import { entryLength, entryRepeats, keptTerms } from './entry-terms.ts';
import { registerNewEntries } from './new-entry-table.ts';
import { registerToolRows } from './tool-rows.ts';

/** "SCRL": a file with another one is not ours, and our triggers must not run in it. */
export const APPLICATION_ID = 0x5343524c;
const BUSY_TIMEOUT_MS = 5000;
const CACHE_KIB = 32_768;
/** Of 4 KiB. An import writes many pages again and again: at SQLite's own 1,000 it wrote each into the file every time. */
const CHECKPOINT_PAGES = 8000;

export type Connection = { readonly client: Database.Database; readonly orm: BetterSQLite3Database };

/** Opens the file without looking at what it holds; `connect` is the door for everybody but the migration. */
export function openFile(
  file: string,
  options: { isReadOnly: boolean; mustExist: boolean; now: () => number },
): Connection {
  const client = new Database(file, { readonly: options.isReadOnly, fileMustExist: options.mustExist });
  client.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (!options.isReadOnly) client.pragma('journal_mode = WAL');
  client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // FULL: a commit that was acknowledged survives a power cut.
  client.pragma('synchronous = FULL');
  client.pragma('foreign_keys = ON');
  client.pragma('secure_delete = ON');
  client.pragma('cell_size_check = ON');
  client.pragma(`cache_size = -${CACHE_KIB}`);
  registerFunctions(client, options.now);
  return { client, orm: drizzle(client) };
}

/** Opens a migrated database. Throws `broken` when it is missing, foreign, empty, older or newer than this version. */
export function connect(
  file: string,
  options: { isReadOnly: boolean; schemaVersion: number; now: () => number },
): Connection {
  assertUsable(file);
  const connection = openFile(file, { ...options, mustExist: true });
  const version = connection.client.pragma('user_version', { simple: true });
  if (version !== options.schemaVersion) {
    connection.client.close();
    throw new AppError('broken', versionMessage(file, Number(version), options.schemaVersion));
  }
  return connection;
}

/** Throws `broken` when the file is not a database that this program made. A missing file is one too. */
export function assertUsable(file: string): void {
  if (!existsSync(file))
    throw new AppError('broken', `There is no database at ${file}. Run \`npm run up\` to make one.`);
  if (statSync(file).size === 0) {
    throw new AppError(
      'broken',
      `The database ${file} is empty (0 bytes). Restore a backup, or move it away to start anew.`,
    );
  }
  const id = readApplicationId(file);
  if (id !== APPLICATION_ID) {
    throw new AppError('broken', `${file} is not a Scrollback database. Point SCROLLBACK_DATA at another folder.`);
  }
}

export function versionMessage(file: string, found: number, known: number): string {
  return found > known
    ? `The database ${file} was made by a newer Scrollback (${found} > ${known}). Update Scrollback, or restore a backup.`
    : `The database ${file} is older than this Scrollback (${found} < ${known}). Run \`npm run up\` to bring it up to date.`;
}

function readApplicationId(file: string): unknown {
  try {
    const client = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return client.pragma('application_id', { simple: true });
    } finally {
      client.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) {
      throw new AppError('broken', `${file} may not be read by this user. Check who owns the data folder.`, { cause });
    }
    throw new AppError('broken', `${file} cannot be read as a database. Restore a backup, or move it away.`, { cause });
  }
}

/** The triggers call these, so a writer that lacks them fails instead of leaving the index behind. */
function registerFunctions(client: Database.Database, now: () => number): void {
  client.function('index_terms', { deterministic: true }, (text) => indexTerms(String(text)));
  client.function('kept_terms', { deterministic: false }, (id) => keptTerms(Number(id)));
  // Grants run out by the engine's own clock, inside the statement.
  client.function('now_ms', { deterministic: false }, () => now());
  client.function('count_terms', { deterministic: true }, (text) => entryLength(String(text)));
  client.function('repeated_terms', { deterministic: true }, (text) => entryRepeats(String(text)));
  registerNewEntries(client);
  registerToolRows(client);
}
