import { type SQL, sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { HistoryRow } from '../../contract/history.ts';
import type { RecordPart } from '../../contract/history-part.ts';
import type { EntryKind, EntryRole, FormatName } from '../../contract/transcript.ts';
import { recordReader } from './blocks.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import type { Stretch } from './stretches.ts';
import { visibleSession } from './visible.ts';

/** What a record holds beside its text, by the format of its session; not redacted. */
export type ReadParts = (format: FormatName, bytes: Uint8Array) => readonly RecordPart[];

/** Asked of the length alone: the text itself, often on pages of its own, is not read. */
export const HOLDS_TEXT = sql`(e.kind = 'message' AND octet_length(e.text) > 0)`;
export const IS_BOUNDARY = sql`e.kind IN ('compaction', 'reset', 'branch-summary')`;
/** What a page shows: messages with text, and the boundaries that are drawn across it. */
export const SHOWN = sql`(${HOLDS_TEXT} OR ${IS_BOUNDARY})`;
/** With tools also what tools and programs said, and messages that may hold calls alone. */
export const SHOWN_WITH_TOOLS = sql`e.kind IN ('message', 'tool-result', 'injected', 'compaction', 'reset', 'branch-summary')`;

/** Records read for one side of a page with tools: what they hold crosses to another process, and is redacted there. */
const PARTS_BYTES_MAX = 4_194_304;

const COLUMNS = sql`e.native_id, e.kind, e.role, e.model, e.time_ms, e.text, e.masks, s.format, e.block_id, e.block_offset,
  e.byte_length`;

export type Row = {
  native_id: string;
  kind: EntryKind;
  role: EntryRole | null;
  model: string | null;
  time_ms: number;
  text: string;
  masks: string | null;
  format: FormatName;
  block_id: number;
  block_offset: number;
  byte_length: number;
};

/** Rows on one side of a point, the nearest first. */
export type Side = { readonly rows: readonly Row[]; readonly hasMore: boolean };

export type SideAsk = {
  readonly reach: Reach;
  readonly stretch: Stretch;
  /** Which places along the stretch. */
  readonly bound: SQL;
  readonly direction: 'older' | 'newer';
  readonly limit: number;
  readonly includesTools: boolean;
  /** Only messages of this role; null: all rows. */
  readonly role: 'user' | 'assistant' | null;
};

/** At most `limit` rows; with tools at least one, and no more than `PARTS_BYTES_MAX` bytes of records. */
export function readSide(connection: Connection, ask: SideAsk): Side {
  const { stretch, includesTools } = ask;
  const found = allRows<Row>(
    connection,
    sql`SELECT ${COLUMNS}
      FROM ${stretch.from} JOIN session_window w ON w.id = e.window_id JOIN session s ON s.id = w.session_id
      WHERE ${stretch.where} AND ${ask.bound} AND ${visibleSession(ask.reach)} AND e.position < w.entry_count
        AND ${includesTools ? SHOWN_WITH_TOOLS : SHOWN}
        AND ${ask.role === null ? sql`1` : sql`e.kind = 'message' AND e.role = ${ask.role}`}
      ORDER BY ${stretch.along} ${ask.direction === 'older' ? sql`DESC` : sql`ASC`} LIMIT ${ask.limit + 1}`,
  );
  const inLimit = found.slice(0, ask.limit);
  const rows = includesTools ? withinBytes(inLimit) : inLimit;
  return { rows, hasMore: found.length > rows.length };
}

function withinBytes(rows: readonly Row[]): readonly Row[] {
  let total = 0;
  const over = rows.findIndex((row) => {
    total += row.byte_length;
    return total > PARTS_BYTES_MAX;
  });
  return over === -1 ? rows : rows.slice(0, Math.max(1, over));
}

/** One message of a visible session, on whatever branch, with its parts; null when there is none. */
export function findMessage(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; messageId: string; readParts: ReadParts },
): HistoryRow | null {
  const row = firstRow<Row>(
    connection,
    sql`SELECT ${COLUMNS}
      FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
      WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)} AND e.native_id = ${ask.messageId}
        AND e.position < w.entry_count AND ${SHOWN_WITH_TOOLS}
      ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  );
  return row === null ? null : rowReader(connection, ask.readParts)(row);
}

/** Makes rows what the port gives; with `readParts` their records are read, quickest in order. */
export function rowReader(connection: Connection, readParts: ReadParts | null): (row: Row) => HistoryRow {
  const read = recordReader(connection);
  return (row) => ({
    messageId: row.native_id,
    kind: row.kind,
    role: row.role,
    timeMs: row.time_ms,
    text: row.text,
    masks: parseMasks(row.masks),
    model: row.model,
    parts: readParts === null ? [] : readParts(row.format, read(placeOf(row))),
  });
}

function placeOf(row: Row): Parameters<ReturnType<typeof recordReader>>[0] {
  return { blockId: row.block_id, offset: row.block_offset, byteLength: row.byte_length };
}
