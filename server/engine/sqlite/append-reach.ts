import { sql } from 'drizzle-orm';
import type { PersonId, Reach, TokenReach } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import type { AppendHeader } from '../append-port.ts';
import type { KnownWindow } from './append-window.ts';
import type { Connection } from './open.ts';
import { firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

type Ask = { readonly ownerId: PersonId; readonly header: AppendHeader; readonly known: KnownWindow | null };

/**
 * The header as far as this reach may say it. A person says what they like of their own sessions. A token writes to what it
 * sees, by whatever name; it begins a session where it would see it then: of its agents, or spawned by one that it sees.
 * Throws `forbidden`, the same whether a session is there unseen or not at all. Inside the caller's transaction.
 */
export function headerWithin(connection: Connection, reach: Reach, ask: Ask): AppendHeader {
  if (reach.type !== 'token') return ask.header;
  const { header, ownerId } = ask;
  const written = writtenTo(connection, ask);
  if (!written.every(({ key }) => sees(connection, reach, { ownerId, key }))) throw mayNotWrite();
  if (written.every(({ key }) => key !== header.sessionKey)) assertMayName(connection, reach, ask);
  if (header.parentKey !== null && !mayLieUnder(connection, reach, { ownerId, key: header.parentKey }))
    throw mayNotLieUnder();
  // Where a session came from is said once: it neither leaves a tree nor changes over to another one.
  return written.some(({ parentKey }) => parentKey !== null) ? { ...header, parentKey: null } : header;
}

type Written = { readonly key: string; readonly parentKey: string | null };

/** The session under the key, and the one that the native id leads to. */
function writtenTo({ client }: Connection, { ownerId, header, known }: Ask): readonly Written[] {
  return client
    .prepare<[number, string, number | null], Written>(
      `SELECT session_key AS key, parent_key AS parentKey FROM session
       WHERE owner_id = ? AND (session_key = ? OR id = ?)`,
    )
    .all(ownerId, header.sessionKey, known?.sessionId ?? null);
}

/** A key that is not there yet: of a new session, or in place of one that was made for want of a store. */
function assertMayName(connection: Connection, reach: TokenReach, { ownerId, header, known }: Ask): void {
  const { agentId, parentKey, isIncognito } = header;
  const isSpawned =
    reach.visibility === 'tree' &&
    known === null &&
    parentKey !== null &&
    sees(connection, reach, { ownerId, key: parentKey });
  const isAllowed = reach.agentIds === null || reach.agentIds.includes(agentId);
  if (isIncognito || !isAllowed || !(isSpawned || coversAgent(reach, agentId))) throw mayNotWrite();
}

/** A parent that it sees, or would see: a child may come before it. */
function mayLieUnder(connection: Connection, reach: TokenReach, at: { ownerId: PersonId; key: string }): boolean {
  return coversAgent(reach, at.key.split(':')[1] ?? '') || sees(connection, reach, at);
}

function coversAgent({ visibility, agentId, agentIds }: TokenReach, asked: string): boolean {
  if (visibility === 'all') return agentIds === null || agentIds.includes(asked);
  return visibility === 'agent' && asked === agentId;
}

function sees(
  connection: Connection,
  reach: TokenReach,
  { ownerId, key }: { ownerId: PersonId; key: string },
): boolean {
  const row = firstRow(
    connection,
    sql`SELECT 1 FROM session s WHERE s.owner_id = ${ownerId} AND s.session_key = ${key} AND ${visibleSession(reach)}`,
  );
  return row !== null;
}

function mayNotWrite(): AppError {
  return new AppError(
    'forbidden',
    'This token cannot write to this session. It writes to what it sees, and to what such a session spawns.',
  );
}

function mayNotLieUnder(): AppError {
  return new AppError(
    'forbidden',
    'This token does not see the session of the parentKey, so it cannot put one below it. Leave it out, or name another.',
  );
}
