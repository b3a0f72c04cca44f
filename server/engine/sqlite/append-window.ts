import type { PersonId } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import type { AppendHeader } from '../append-port.ts';
import type { WindowState } from '../save-types.ts';
import type { Connection } from './open.ts';
import { identityHmac, isDeleted, KEY_OF_DELETED } from './sources.ts';
import { openWindowInside } from './windows.ts';

export type AppendOwner = { readonly ownerId: PersonId; readonly secret: Uint8Array; readonly nowMs: number };

export type KnownWindow = {
  readonly windowId: number;
  readonly nativeId: string;
  readonly isClosed: boolean;
  readonly sessionId: number;
  readonly publicId: string;
  readonly sessionKey: string;
  readonly entryCount: number;
};

type Row = {
  window_id: number;
  native_id: string;
  is_closed: number;
  id: number;
  public_id: string;
  session_key: string;
  entry_count: number;
};

const COLUMNS = `w.id AS window_id, w.native_id, w.is_closed, s.id, s.public_id, s.session_key, w.entry_count
  FROM session s JOIN session_window w ON w.session_id = s.id`;

/** The window that an append goes on in, as it is stored: by its native id, else the one that the key goes on in. */
export function findAppendWindow(
  connection: Connection,
  { ownerId }: AppendOwner,
  { sessionKey, nativeId, format }: AppendHeader,
): KnownWindow | null {
  const row =
    nativeId === null
      ? connection.client
          .prepare<[number, string], Row>(
            `SELECT ${COLUMNS} WHERE s.owner_id = ? AND s.session_key = ?
             ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
          )
          .get(ownerId, sessionKey)
      : connection.client
          .prepare<[string, number, string], Row>(
            `SELECT ${COLUMNS} WHERE w.native_id = ? AND s.owner_id = ? AND s.format = ? ORDER BY w.id LIMIT 1`,
          )
          .get(nativeId, ownerId, format);
  return row === undefined
    ? null
    : {
        windowId: row.window_id,
        nativeId: row.native_id,
        isClosed: row.is_closed === 1,
        sessionId: row.id,
        publicId: row.public_id,
        sessionKey: row.session_key,
        entryCount: row.entry_count,
      };
}

/** Opens it for a save. Throws `conflict` when it is closed or the key is another format's, `gone` when it was deleted. */
export function openAppendWindow(
  connection: Connection,
  owner: AppendOwner,
  { header, known }: { header: AppendHeader; known: KnownWindow | null },
): WindowState {
  if (known?.isClosed === true)
    throw new AppError('conflict', 'This session is closed. Send a new nativeId to open its next window.');
  assertSameFormat(connection, owner, header);
  if (known === null && header.nativeId === null) assertKeyNotDeleted(connection, owner, header.sessionKey);
  const { opening: _, ...rest } = header;
  const nativeId = header.nativeId ?? known?.nativeId ?? header.sessionKey;
  return openWindowInside(connection, { ...owner, header: { ...rest, nativeId, isClosedWindow: false } });
}

function assertSameFormat(connection: Connection, { ownerId }: AppendOwner, header: AppendHeader): void {
  const row = connection.client
    .prepare<[number, string], { format: string }>('SELECT format FROM session WHERE owner_id = ? AND session_key = ?')
    .get(ownerId, header.sessionKey);
  if (row === undefined || row.format === header.format) return;
  throw new AppError('conflict', `This key is taken by a session that was imported as ${row.format}. Use another key.`);
}

/** Without a native id only the key can say that the session was deleted. */
function assertKeyNotDeleted(connection: Connection, { ownerId, secret }: AppendOwner, sessionKey: string): void {
  const hmac = identityHmac(secret, { format: KEY_OF_DELETED, nativeId: sessionKey });
  if (isDeleted(connection, { ownerId, hmac, lift: false }))
    throw new AppError(
      'gone',
      'This session was deleted. Send a nativeId of its own to begin a new one under the key.',
    );
}
