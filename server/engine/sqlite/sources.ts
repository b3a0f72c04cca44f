import { createHmac } from 'node:crypto';
import type { PersonId } from '../../contract/actor.ts';
import type { ClosedSource, SourceFacts, SourceFile } from '../save-types.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';

type SourceRow = { id: number; sha256: string | null; context_hash: string | null };

/** The source row of this owner's path, made if need be. A row that is there costs no write. */
export function openSource(connection: Connection, ownerId: PersonId, path: string): SourceFile {
  return withKeys(connection, findRow(connection, ownerId, path) ?? addSource(connection, ownerId, path));
}

/** Null when this owner imported nothing from the path. */
export function findSource(connection: Connection, ownerId: PersonId, path: string): SourceFile | null {
  const row = findRow(connection, ownerId, path);
  return row === undefined ? null : withKeys(connection, row);
}

function withKeys(connection: Connection, row: SourceRow): SourceFile {
  const keys = prepared<[number], { session_key: string }>(
    connection,
    `SELECT s.session_key FROM source_session l JOIN session s ON s.id = l.session_id
       WHERE l.source_id = ? AND s.is_complete = 1 ORDER BY s.id`,
  ).all(row.id);
  return {
    id: row.id,
    sha256: row.sha256,
    contextHash: row.context_hash,
    sessionKeys: keys.map((each) => each.session_key),
  };
}

function findRow(connection: Connection, ownerId: PersonId, path: string): SourceRow | undefined {
  return prepared<[number, string], SourceRow>(
    connection,
    'SELECT id, sha256, context_hash FROM source_file WHERE owner_id = ? AND path = ?',
  ).get(ownerId, path);
}

function addSource(connection: Connection, ownerId: PersonId, path: string): SourceRow {
  prepared(connection, 'INSERT INTO source_file (owner_id, path, folder) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    ownerId,
    path,
    folderOf(path),
  );
  const row = findRow(connection, ownerId, path);
  if (row === undefined) throw new TypeError('A source row that was just added is missing.');
  return row;
}

/** A name without a folder is an upload's or a sample's: its mark stands for one. */
function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash === -1) return path.slice(0, path.indexOf(':') + 1);
  return slash === 0 ? '/' : path.slice(0, slash);
}

/** Notes that all of a file is stored, and in which sessions. */
export function closeSource(connection: Connection, source: ClosedSource, nowMs: number): void {
  const close = connection.client.transaction(() => closeSourceInside(connection, source, nowMs));
  close.immediate();
}

/** `closeSource` inside the caller's transaction. */
export function closeSourceInside({ client }: Connection, source: ClosedSource, nowMs: number): void {
  prepared(
    { client },
    `UPDATE source_file SET sha256 = ?, context_hash = ?, byte_size = ?, imported_at_ms = ?, format = ?, entries = ?,
         messages = ?, issues = ? WHERE id = ?`,
  ).run(source.sha256, source.contextHash, source.byteSize, nowMs, ...factColumns(source.facts), source.id);
  const link = prepared(
    { client },
    'INSERT INTO source_session (source_id, session_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  for (const sessionId of source.sessionIds) link.run(source.id, sessionId);
}

function factColumns(facts: SourceFacts | undefined): readonly [string | null, number, number, string | null] {
  if (facts === undefined) return [null, 0, 0, null];
  const { format, entries, messages, issues } = facts;
  return [format, entries, messages, issues.length === 0 ? null : JSON.stringify(issues)];
}

type AddedRecord = {
  readonly kind: string;
  readonly role: string | null;
  readonly record: { readonly bytes: Uint8Array };
};

/** Notes records that are appended to a session's own source, and gives what it held before. In the caller's transaction. */
export function addToSource(
  connection: Connection,
  { ownerId, nowMs }: { ownerId: PersonId; nowMs: number },
  to: { path: string; sessionId: number; entries: readonly AddedRecord[] },
): { readonly id: number; readonly lines: number; readonly bytes: number } {
  const { client } = connection;
  const { id } = findRow(connection, ownerId, to.path) ?? addSource(connection, ownerId, to.path);
  const before = client
    .prepare<[number], { lines: number; bytes: number }>(
      'SELECT entries AS lines, byte_size AS bytes FROM source_file WHERE id = ?',
    )
    .get(id);
  const bytes = to.entries.reduce((sum, { record }) => sum + record.bytes.byteLength + 1, 0);
  const messages = to.entries.filter(
    ({ kind, role }) => kind === 'message' && (role === 'user' || role === 'assistant'),
  );
  client
    .prepare(
      `UPDATE source_file SET byte_size = byte_size + ?, entries = entries + ?, messages = messages + ?,
         imported_at_ms = ?, format = 'openclaw' WHERE id = ?`,
    )
    .run(bytes, to.entries.length, messages.length, nowMs, id);
  client
    .prepare('INSERT INTO source_session (source_id, session_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(id, to.sessionId);
  return { id, lines: before?.lines ?? 0, bytes: before?.bytes ?? 0 };
}

/**
 * Of a source that has lost a session: its hash goes, so that the next import reads it, and what was remembered of it. It
 * counts again what is still stored from it. Runs in the caller's transaction.
 */
export function forgetLost(connection: Connection, sourceId: number): void {
  prepared(
    connection,
    `UPDATE source_file SET sha256 = NULL, issues = NULL, (entries, messages) = (
         SELECT count(*), coalesce(sum(e.kind = 'message' AND e.role IN ('user', 'assistant')), 0)
         FROM record_block b JOIN entry e ON e.block_id = b.id WHERE b.source_id = $id)
       WHERE id = $id`,
  ).run({ id: sourceId });
}

/** Stands for a format in the tombstone of a deleted session's key: whoever appends may know no native id. */
export const KEY_OF_DELETED = 'session key';

export type Identity = { readonly format: string; readonly nativeId: string };

/** All that is kept of a deleted conversation. Under the store's secret, so that a copy of the database names nothing. */
export function identityHmac(secret: Uint8Array, identity: Identity): string {
  return createHmac('sha256', secret).update(`tombstone\n${identity.format}\n${identity.nativeId}`).digest('base64url');
}

/** True when this owner deleted this conversation earlier; `lift` forgets that it was, and answers false. */
export function isDeleted(
  connection: Connection,
  tombstone: { ownerId: PersonId; hmac: string; lift: boolean },
): boolean {
  const { ownerId, hmac, lift } = tombstone;
  if (lift) {
    prepared(connection, 'DELETE FROM tombstone WHERE owner_id = ? AND identity_hmac = ?').run(ownerId, hmac);
    return false;
  }
  return (
    prepared(connection, 'SELECT 1 FROM tombstone WHERE owner_id = ? AND identity_hmac = ?').get(ownerId, hmac) !==
    undefined
  );
}

export function storedBytes(connection: Connection, ownerId: PersonId): number {
  const row = prepared<[number], { bytes: number | null }>(
    connection,
    'SELECT sum(byte_size) AS bytes FROM source_file WHERE owner_id = ?',
  ).get(ownerId);
  return row?.bytes ?? 0;
}
