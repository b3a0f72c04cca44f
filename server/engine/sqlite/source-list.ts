import { sql } from 'drizzle-orm';
import type { PersonId, Reach, SessionId } from '../../contract/actor.ts';
import { type SourceFileRow, sourceFileSchema } from '../../contract/source.ts';
import { PUSH_MARK, type PushedSource } from '../append-port.ts';
import type { SourceFilesAsk, SourceFilesPage, StoredFolder } from '../source-types.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { visibleSession } from './visible.ts';

const IS_PROBLEM = sql`(f.imported_at_ms IS NULL OR f.issues IS NOT NULL)`;

type FolderRow = {
  folder: string;
  files: number;
  byte_size: number;
  sessions: number;
  problems: number;
  imported_at_ms: number | null;
};

export function listSourceFolders(connection: Connection, reach: Reach, ownerId: PersonId): readonly StoredFolder[] {
  const rows = allRows<FolderRow>(
    connection,
    sql`WITH held AS (SELECT f.folder, count(DISTINCT s.id) AS sessions
        FROM source_file f CROSS JOIN source_session l ON l.source_id = f.id CROSS JOIN session s ON s.id = l.session_id
        WHERE f.owner_id = ${ownerId} AND ${visibleSession(reach)} GROUP BY f.folder),
      kept AS (SELECT f.folder, count(*) AS files, sum(f.byte_size) AS byte_size, sum(${IS_PROBLEM}) AS problems,
          max(f.imported_at_ms) AS imported_at_ms
        FROM source_file f WHERE f.owner_id = ${ownerId} GROUP BY f.folder)
      SELECT kept.*, coalesce(held.sessions, 0) AS sessions FROM kept LEFT JOIN held ON held.folder = kept.folder
      ORDER BY kept.folder`,
  );
  return rows.map((row) => ({
    folder: row.folder,
    files: row.files,
    byteSize: row.byte_size,
    sessions: row.sessions,
    problems: row.problems,
    importedAtMs: row.imported_at_ms,
  }));
}

/** Of a visible session: pushed sources that hold nothing of another one. */
export function pushedSources(connection: Connection, reach: Reach, sessionId: SessionId): readonly PushedSource[] {
  return allRows<{ ownerId: PersonId; path: string }>(
    connection,
    sql`SELECT f.owner_id AS ownerId, f.path FROM session s JOIN source_session l ON l.session_id = s.id
        JOIN source_file f ON f.id = l.source_id
      WHERE s.id = ${sessionId} AND ${visibleSession(reach)} AND substr(f.path, 1, ${PUSH_MARK.length}) = ${PUSH_MARK}
        AND NOT EXISTS (SELECT 1 FROM source_session other WHERE other.source_id = f.id AND other.session_id <> s.id)`,
  );
}

type FileRow = {
  id: number;
  path: string;
  byte_size: number;
  imported_at_ms: number | null;
  entries: number;
  messages: number;
  issues: string | null;
};

export function listSourceFiles(connection: Connection, reach: Reach, ask: SourceFilesAsk): SourceFilesPage {
  const prefix = prefixOf(ask.folder);
  const rows = allRows<FileRow>(
    connection,
    sql`SELECT f.id, f.path, f.byte_size, f.imported_at_ms, f.entries, f.messages, f.issues FROM source_file f
      WHERE f.owner_id = ${ask.ownerId} AND f.folder = ${ask.folder} AND f.path > ${prefix + (ask.after ?? '')}
      ORDER BY f.path LIMIT ${ask.limit + 1}`,
  );
  const page = rows.slice(0, ask.limit);
  const sessions = sessionsOf(connection, reach, page);
  return {
    files: page.map((row) => toFile(row, row.path.slice(prefix.length), sessions.get(row.id) ?? [])),
    hasMore: rows.length > ask.limit,
  };
}

type NamedSession = SourceFileRow['sessions'][number];

function sessionsOf(
  connection: Connection,
  reach: Reach,
  files: readonly FileRow[],
): ReadonlyMap<number, readonly NamedSession[]> {
  const rows = allRows<{ source_id: number; public_id: string; title: string | null }>(
    connection,
    sql`SELECT l.source_id, s.public_id, s.title FROM json_each(${JSON.stringify(files.map(({ id }) => id))}) file
        CROSS JOIN source_session l ON l.source_id = file.value CROSS JOIN session s ON s.id = l.session_id
      WHERE ${visibleSession(reach)}
      ORDER BY s.id`,
  );
  const found = new Map<number, NamedSession[]>();
  for (const { source_id, public_id, title } of rows) {
    const named = found.get(source_id) ?? [];
    named.push({ sessionId: public_id, title });
    found.set(source_id, named);
  }
  return found;
}

function toFile(row: FileRow, name: string, sessions: readonly NamedSession[]): SourceFileRow {
  const issues = row.issues === null ? [] : sourceFileSchema.shape.issues.parse(JSON.parse(row.issues));
  return {
    name,
    state: row.imported_at_ms === null ? 'unfinished' : issues.length > 0 ? 'problems' : 'imported',
    byteSize: row.byte_size,
    importedAtMs: row.imported_at_ms,
    entries: row.entries,
    messages: row.messages,
    sessions,
    issues,
  };
}

/** What stands before the names in a folder. */
function prefixOf(folder: string): string {
  const isMark = folder.endsWith(':') && !folder.includes('/');
  return folder === '' || folder === '/' || isMark ? folder : `${folder}/`;
}
