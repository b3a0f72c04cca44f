import { type SQL, sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { SessionFilter, SessionPage, SessionSummary } from '../../contract/session.ts';
import type { RecordCheck, RecordPlace } from '../record-types.ts';
import { REVISION_MARK } from '../save-types.ts';
import { recordReader } from './blocks.ts';
import { contains } from './filters.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { type SessionRow, selectSessions, toSummary } from './session-rows.ts';
import { visibleSession } from './visible.ts';

/** Visible sessions, the one with the newest message first; sessions without messages come last. */
export function listSessions(connection: Connection, reach: Reach, filter: SessionFilter): SessionPage {
  const where = sql.join(conditions(reach, filter), sql` AND `);
  const rows = allRows<SessionRow>(
    connection,
    sql`${selectSessions(reach)} AND ${where}
      ORDER BY coalesce(s.last_time_ms, 0) DESC, s.session_key, s.public_id LIMIT ${filter.limit + 1}`,
  );
  return { sessions: rows.slice(0, filter.limit).map(toSummary), hasMore: rows.length > filter.limit };
}

function conditions(reach: Reach, filter: SessionFilter): SQL[] {
  const { kinds, agentId, search, archived, format, project, label, ownerEmail, parent, activeSinceMs, after } = filter;
  const where = [sql`1`];
  if (kinds !== null) where.push(sql`s.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`);
  if (agentId !== null) where.push(sql`a.agent_id = ${agentId}`);
  if (format !== null) where.push(sql`s.format = ${format}`);
  if (project !== null) where.push(sql`s.project = ${project}`);
  if (label !== null) where.push(sql`s.label = ${label}`);
  if (ownerEmail !== null) where.push(sql`p.email = ${ownerEmail}`);
  if (search !== null) where.push(sql`(${contains(sql`s.title`, search)} OR ${contains(sql`s.session_key`, search)})`);
  if (archived !== 'all') where.push(archived ? sql`s.archived_at_ms IS NOT NULL` : sql`s.archived_at_ms IS NULL`);
  if (parent === 'none') where.push(sql`NOT EXISTS (${visibleParent(reach)})`);
  else if (parent !== null) where.push(sql`s.parent_id = ${parent}`);
  if (activeSinceMs !== undefined) where.push(sql`s.last_time_ms >= ${activeSinceMs}`);
  if (after !== null) {
    where.push(
      sql`(-coalesce(s.last_time_ms, 0), s.session_key, s.public_id) > (${-after.lastTimeMs}, ${after.sessionKey}, ${after.sessionId})`,
    );
  }
  return where;
}

function visibleParent(reach: Reach): SQL {
  return sql`SELECT 1 FROM session parent WHERE parent.id = s.parent_id AND ${visibleSession(reach, 'parent')}`;
}

/** All visible sessions that `name` may mean: an opaque id, a session key, a native id, or an alias of a token. */
export function findSessions(connection: Connection, reach: Reach, name: string): readonly SessionSummary[] {
  const rows = allRows<SessionRow>(
    connection,
    sql`${selectSessions(reach)} AND ${aliased(reach, name) ?? isNamed(name)} ORDER BY s.id`,
  );
  return rows.map(toSummary);
}

function isNamed(name: string): SQL {
  return sql`(s.public_id = ${name} OR s.session_key = ${name}
    OR s.id IN (SELECT w.session_id FROM session_window w WHERE w.native_id = ${name}))`;
}

/** What a token calls the session that it is bound to, and the main one of its agent. */
function aliased(reach: Reach, name: string): SQL | null {
  if (reach.type !== 'token') return null;
  if (name === 'current') return sql`s.id = ${reach.sessionId}`;
  if (name !== 'main') return null;
  return sql`(s.kind = 'main' AND s.owner_id = ${reach.personId} AND a.agent_id = ${reach.agentId})`;
}

type PlaceRow = {
  path: string;
  sha256: string | null;
  window_id: number;
  position: number;
  line_number: number;
  file_offset: number;
  block_id: number;
  block_offset: number;
  byte_length: number;
  is_replaced: number;
  record_hash: string;
};

const RECORDS_A_PAGE = 500;
const BYTES_A_PAGE = 16_777_216;

/** Stored records of one window of a visible session, in order; none at the end, and none when it is not visible. */
export function recordPlaces(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; after: RecordPlace | null },
): readonly RecordCheck[] {
  const { windowId, position } = ask.after ?? { windowId: 0, position: -1 };
  const rows = allRows<PlaceRow>(
    connection,
    sql`SELECT f.path, f.sha256, e.window_id, e.position, e.line_number, e.file_offset, e.block_id, e.block_offset, e.byte_length,
        e.record_hash, instr(e.native_id, ${REVISION_MARK}) > 0 AS is_replaced
      FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
        JOIN record_block b ON b.id = e.block_id JOIN source_file f ON f.id = b.source_id
      WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)}
        AND w.id = (SELECT min(next.id) FROM session_window next WHERE next.session_id = s.id
          AND (next.id > ${windowId} AND next.entry_count > 0 OR next.id = ${windowId} AND next.entry_count > ${position + 1}))
        AND e.position > iif(w.id = ${windowId}, ${position}, -1) AND e.position < w.entry_count
      ORDER BY e.position LIMIT ${RECORDS_A_PAGE}`,
  );
  const read = recordReader(connection);
  const records: RecordCheck[] = [];
  let total = 0;
  for (const row of rows) {
    const bytes = read({ blockId: row.block_id, offset: row.block_offset, byteLength: row.byte_length });
    records.push(toRecordCheck(row, bytes));
    total += bytes.byteLength;
    if (total > BYTES_A_PAGE) break;
  }
  return records;
}

function toRecordCheck(row: PlaceRow, bytes: Uint8Array): RecordCheck {
  return {
    path: row.path,
    offset: row.file_offset,
    windowId: row.window_id,
    position: row.position,
    fileSha256: row.sha256,
    lineNumber: row.line_number,
    isReplaced: row.is_replaced === 1,
    recordHash: row.record_hash,
    bytes,
  };
}
