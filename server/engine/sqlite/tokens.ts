import { sql } from 'drizzle-orm';
import type { AgentToken, PersonId, Reach, SessionId, TokenVisibility } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { type ShownToken, TOKENS_MAX } from '../../contract/token.ts';
import { AppError } from '../../errors.ts';
import type { NewToken, TokenRecord } from '../token-port.ts';
import { insertAudit } from './audit.ts';
import type { Connection } from './open.ts';
import { findPersonById } from './people.ts';
import { allRows, firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

const USE_NOTED_MS = 60_000;
const LISTED_MAX = 500;
/** Over `agent_token` alone; the clock is the engine's own, in this very statement. */
const IN_FORCE = 'revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > now_ms())';

/** Null when the session to bind to is not one that the person owns within reach. */
export function addToken(
  connection: Connection,
  reach: Reach,
  ask: { token: NewToken; audit: AuditEvent; nowMs: number },
): number | null {
  const { token, audit, nowMs } = ask;
  const add = connection.client.transaction((): number | null => {
    const bound = sql`SELECT 1 FROM session s WHERE s.id = ${token.sessionId} AND s.owner_id = ${token.personId} AND ${visibleSession(reach)}`;
    if (token.sessionId !== null && firstRow(connection, bound) === null) return null;
    assertRoom(connection, token.personId);
    const { lastInsertRowid } = connection.client
      .prepare(
        `INSERT INTO agent_token (person_id, name, agent_id, session_id, visibility, agent_ids, is_sandboxed,
           includes_granted, can_write, secret_hash, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[token.personId, token.name, token.agentId, token.sessionId, token.visibility],
        token.agentIds === null ? null : JSON.stringify(token.agentIds),
        ...[token.isSandboxed, token.includesGranted, token.canWrite].map(Number),
        ...[token.secretHash, nowMs, token.expiresAtMs],
      );
    insertAudit(connection, { ...audit, subject: String(lastInsertRowid) }, nowMs);
    return Number(lastInsertRowid);
  });
  return add.immediate();
}

function assertRoom({ client }: Connection, personId: PersonId): void {
  const count = client
    .prepare<[number], number>(`SELECT count(*) FROM agent_token WHERE person_id = ? AND ${IN_FORCE}`)
    .pluck()
    .get(personId);
  if ((count ?? 0) >= TOKENS_MAX)
    throw new AppError('conflict', `You have ${TOKENS_MAX} tokens already. Revoke some that are not used any more.`);
}

type TokenRow = {
  id: number;
  name: string;
  agent_id: string;
  session_id: number | null;
  visibility: TokenVisibility;
  agent_ids: string | null;
  is_sandboxed: number;
  includes_granted: number;
  can_write: number;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
  former_until_ms: number | null;
};

/** All of this person, those in force first, then the newest. The bound session is named where it is visible. */
export function listTokens(
  connection: Connection,
  reach: Reach,
  ask: { personId: PersonId; nowMs: number },
): readonly ShownToken[] {
  const rows = allRows<TokenRow & { public_id: string | null; session_key: string | null }>(
    connection,
    sql`SELECT t.*, s.public_id, s.session_key FROM agent_token t
        LEFT JOIN session s ON s.id = t.session_id AND ${visibleSession(reach)}
      WHERE t.person_id = ${ask.personId}
      ORDER BY t.revoked_at_ms IS NOT NULL, coalesce(t.expires_at_ms <= ${ask.nowMs}, 0), t.id DESC LIMIT ${LISTED_MAX}`,
  );
  return rows.map((row) => {
    const { id, agentId, visibility, agentIds, isSandboxed, includesGranted, canWrite } = toToken(row);
    const isOver = row.expires_at_ms !== null && row.expires_at_ms <= ask.nowMs;
    const isFormerLive = row.former_until_ms !== null && row.former_until_ms > ask.nowMs;
    const { public_id: sessionId, session_key: sessionKey } = row;
    return {
      ...{ id, name: row.name, agentId, visibility, agentIds, isSandboxed, includesGranted, canWrite },
      session: sessionId === null || sessionKey === null ? null : { sessionId, sessionKey },
      state: row.revoked_at_ms !== null ? 'revoked' : isOver ? 'expired' : 'active',
      createdAtMs: row.created_at_ms,
      expiresAtMs: row.expires_at_ms,
      lastUsedAtMs: row.last_used_at_ms,
      formerUntilMs: isFormerLive && row.revoked_at_ms === null && !isOver ? row.former_until_ms : null,
    };
  });
}

function toToken(row: TokenRow): AgentToken {
  return {
    id: row.id,
    agentId: row.agent_id,
    sessionId: row.session_id as SessionId | null,
    visibility: row.visibility,
    agentIds: row.agent_ids === null ? null : (JSON.parse(row.agent_ids) as readonly string[]),
    isSandboxed: row.is_sandboxed === 1,
    includesGranted: row.includes_granted === 1,
    canWrite: row.can_write === 1,
  };
}

type Act = { readonly personId: PersonId; readonly audit: AuditEvent; readonly nowMs: number };

export function revokeToken(connection: Connection, act: Act & { tokenId: number }): boolean {
  const revoke = connection.client.transaction(() => {
    const { changes } = connection.client
      .prepare(`UPDATE agent_token SET revoked_at_ms = ? WHERE id = ? AND person_id = ? AND ${IN_FORCE}`)
      .run(act.nowMs, act.tokenId, act.personId);
    if (changes > 0) insertAudit(connection, { ...act.audit, subject: String(act.tokenId) }, act.nowMs);
    return changes > 0;
  });
  return revoke.immediate();
}

export function revokeAllTokens(connection: Connection, { personId, audit, nowMs }: Act): number {
  const revoke = connection.client.transaction(() => {
    const revoked = connection.client
      .prepare<[number, number], number>(
        `UPDATE agent_token SET revoked_at_ms = ? WHERE person_id = ? AND ${IN_FORCE} RETURNING id`,
      )
      .pluck()
      .all(nowMs, personId);
    for (const id of revoked) insertAudit(connection, { ...audit, subject: String(id) }, nowMs);
    return revoked.length;
  });
  return revoke.immediate();
}

/** Of several rotations within the overlap, the last secret before this one goes on, and no earlier one. */
export function rotateToken(
  connection: Connection,
  act: Act & { change: { tokenId: number; secretHash: string; overlapMs: number } },
): boolean {
  const { personId, nowMs } = act;
  const { tokenId, secretHash, overlapMs } = act.change;
  const rotate = connection.client.transaction(() => {
    const { changes } = connection.client
      .prepare(
        `UPDATE agent_token SET former_hash = secret_hash, former_until_ms = ?, secret_hash = ?
         WHERE id = ? AND person_id = ? AND ${IN_FORCE}`,
      )
      .run(nowMs + overlapMs, secretHash, tokenId, personId);
    if (changes > 0) insertAudit(connection, { ...act.audit, subject: String(tokenId) }, nowMs);
    return changes > 0;
  });
  return rotate.immediate();
}

/** Whom a secret stands for, at this very moment; null when it is unknown, over or revoked, or the person is disabled. */
export function findToken(connection: Connection, secretHash: string, nowMs: number): TokenRecord | null {
  const row = connection.client
    .prepare<[string, string], TokenRow & { person_id: number }>(
      `SELECT * FROM agent_token WHERE (secret_hash = ? OR (former_hash = ? AND former_until_ms > now_ms())) AND ${IN_FORCE}`,
    )
    .get(secretHash, secretHash);
  const person = row === undefined ? null : findPersonById(connection, row.person_id as PersonId);
  if (row === undefined || person === null || person.isDisabled) return null;
  const isUseNoted = row.last_used_at_ms !== null && row.last_used_at_ms > nowMs - USE_NOTED_MS;
  return { person, token: toToken(row), isUseNoted };
}

export function noteTokenUses(connection: Connection, tokenIds: readonly number[], nowMs: number): void {
  const note = connection.client.transaction(() => {
    const stamp = connection.client.prepare<[number, number, number], { person_id: number; visibility: string }>(
      `UPDATE agent_token SET last_used_at_ms = ? WHERE id = ? AND coalesce(last_used_at_ms, 0) <= ?
       RETURNING person_id, visibility`,
    );
    for (const id of tokenIds) {
      const row = stamp.get(nowMs, id, nowMs - USE_NOTED_MS);
      if (row === undefined) continue;
      const personId = row.person_id as PersonId;
      insertAudit(
        connection,
        { personId, act: 'token-used', subject: String(id), scope: row.visibility, results: null },
        nowMs,
      );
    }
  });
  note.immediate();
}
