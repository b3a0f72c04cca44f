import { randomBytes } from 'node:crypto';
import type { PersonId, SessionId } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import type { SaveHeader, StoredEntry, WindowState } from '../save-types.ts';
import { agentRef } from './agents.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { keyOfConversation } from './same-conversation.ts';
import { identityHmac, isDeleted } from './sources.ts';

export type WindowSave = {
  readonly ownerId: PersonId;
  readonly header: SaveHeader;
  readonly secret: Uint8Array;
  readonly nowMs: number;
};

/** Finds or makes session and window, and drops what a cut-off save left in the window. One transaction. */
export function openWindow(connection: Connection, save: WindowSave): WindowState {
  const open = connection.client.transaction(() => openWindowInside(connection, save));
  return open.immediate();
}

/** `openWindow` inside the caller's transaction. */
export function openWindowInside(connection: Connection, save: WindowSave): WindowState {
  assertNotDeleted(connection, save);
  const header = { ...save.header, sessionKey: keyOfConversation(connection, save) };
  const session = findOrAddSession(connection, { ...save, header });
  const window = findOrAddWindow(connection, session.id, header);
  dropUnfinished(connection, window);
  return {
    windowId: window.id,
    saveNumber: beginSave(connection, window.id),
    sessionId: session.id as SessionId,
    publicId: session.public_id,
    sessionKey: session.session_key,
    entryCount: window.entry_count,
    chosenLeaf: window.chosen_leaf,
    isNewSession: session.is_complete === 0,
  };
}

/** Whether the store knows nothing yet of a conversation or its key, not even that it was deleted. */
export function isFresh(connection: Connection, { ownerId, header, secret }: Omit<WindowSave, 'nowMs'>): boolean {
  if (isDeleted(connection, { ownerId, hmac: identityHmac(secret, header), lift: false })) return false;
  const known = prepared<[number, string, number, string, string], { 1: number }>(
    connection,
    `SELECT 1 FROM session WHERE owner_id = ? AND session_key = ? UNION ALL
       SELECT 1 FROM session_window w JOIN session s ON s.id = w.session_id
       WHERE s.owner_id = ? AND s.format = ? AND w.native_id = ?`,
  ).get(ownerId, header.sessionKey, ownerId, header.format, header.nativeId);
  return known === undefined;
}

/** Whoever asked `isDeleted` may have asked before the deletion: here nothing can come between. */
function assertNotDeleted(
  connection: Connection,
  { ownerId, header, secret }: { ownerId: PersonId; header: SaveHeader; secret: Uint8Array },
): void {
  if (!isDeleted(connection, { ownerId, hmac: identityHmac(secret, header), lift: false })) return;
  throw new AppError(
    'gone',
    'This conversation was deleted earlier. Import it with --restore-deleted to bring it back.',
  );
}

type SessionRef = { id: number; public_id: string; session_key: string; is_complete: number };

function findOrAddSession(
  connection: Connection,
  save: { ownerId: PersonId; header: SaveHeader; nowMs: number },
): SessionRef {
  const { header, ownerId } = save;
  const find = prepared<[number, string], SessionRef>(
    connection,
    'SELECT id, public_id, session_key, is_complete FROM session WHERE owner_id = ? AND session_key = ?',
  );
  const found = find.get(ownerId, header.sessionKey);
  if (found !== undefined) return found;
  // Hexadecimal: it never begins with a dash, which a command line would take for an option.
  const publicId = randomBytes(12).toString('hex');
  const { lastInsertRowid } = prepared(
    connection,
    `INSERT INTO session (public_id, owner_id, agent_ref, session_key, format, kind, is_incognito, created_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    publicId,
    ownerId,
    agentRef(connection, ownerId, header.agentId),
    header.sessionKey,
    header.format,
    header.kind,
    header.isIncognito ? 1 : 0,
    save.nowMs,
  );
  return { id: Number(lastInsertRowid), public_id: publicId, session_key: header.sessionKey, is_complete: 0 };
}

type WindowRef = { id: number; entry_count: number; chosen_leaf: string | null };

function findOrAddWindow(connection: Connection, sessionId: number, header: SaveHeader): WindowRef {
  const found = prepared<[number, string], WindowRef>(
    connection,
    'SELECT id, entry_count, chosen_leaf FROM session_window WHERE session_id = ? AND native_id = ?',
  ).get(sessionId, header.nativeId);
  if (found !== undefined) return found;
  const { lastInsertRowid } = prepared(
    connection,
    'INSERT INTO session_window (session_id, native_id, is_closed, is_tool_indexed) VALUES (?, ?, ?, 1)',
  ).run(sessionId, header.nativeId, header.isClosedWindow ? 1 : 0);
  return { id: Number(lastInsertRowid), entry_count: 0, chosen_leaf: null };
}

export function beginSave(connection: Connection, windowId: number): number {
  const row = prepared<[number], { save_number: number }>(
    connection,
    'UPDATE session_window SET save_number = save_number + 1 WHERE id = ? RETURNING save_number',
  ).get(windowId);
  return row?.save_number ?? 0;
}

/** Blocks are filled by one call each, so none holds records both of what is shown and of what is dropped. */
function dropUnfinished(connection: Connection, window: WindowRef): void {
  const blocks = prepared<[number, number], { block_id: number }>(
    connection,
    'SELECT DISTINCT block_id FROM entry WHERE window_id = ? AND position >= ?',
  ).all(window.id, window.entry_count);
  prepared(connection, 'DELETE FROM entry WHERE window_id = ? AND position >= ?').run(window.id, window.entry_count);
  const dropBlock = prepared(connection, 'DELETE FROM record_block WHERE id = ?');
  for (const { block_id } of blocks) dropBlock.run(block_id);
}

type StoredRow = {
  native_id: string;
  position: number;
  record_hash: string;
  parent_position: number | null;
  walk: number | null;
  is_searchable: number;
  time_ms: number;
};

export function storedEntries(connection: Connection, windowId: number): readonly StoredEntry[] {
  return prepared<[number], StoredRow>(
    connection,
    `SELECT native_id, position, record_hash, parent_position, walk, is_searchable, time_ms
       FROM entry WHERE window_id = ? ORDER BY position`,
  )
    .all(windowId)
    .map((row) => ({
      nativeId: row.native_id,
      position: row.position,
      recordHash: row.record_hash,
      parentPosition: row.parent_position,
      walk: row.walk,
      isSearchable: row.is_searchable === 1,
      timeMs: row.time_ms,
    }));
}
