import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { HistoryPage, HistoryRequest, HistoryRow } from '../../contract/history.ts';
import type { EntryKind, EntryRole } from '../../contract/transcript.ts';
import { pathTo } from './branches.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { allRows, firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

/** What a page shows: messages with text, and the boundaries that are drawn across it. */
const SHOWN = sql`((e.kind = 'message' AND e.text <> '') OR e.kind IN ('compaction', 'reset', 'branch-summary'))`;

type Located = { windowId: number; position: number; walk: number | null };
/** An interval of a branch of one window: its rows as `e`, and their order along the branch. */
type Stretch = { readonly from: SQL; readonly where: SQL; readonly along: SQL; readonly isClosedInterval: boolean };
type Ask = { readonly reach: Reach; readonly request: HistoryRequest };
type Point = { readonly at: number } | null;

/**
 * A page of a visible session. The order is that of the branch walk, never of times or ids. A reset is a fence: the
 * ordinary history starts after it, and an anchor before it opens the closed interval that it stands in.
 */
export function history(connection: Connection, reach: Reach, request: HistoryRequest): HistoryPage {
  const named =
    request.from.at === 'tail' ? null : locate(connection, { reach, request, messageId: request.from.messageId });
  if (request.from.at !== 'tail' && named === null) return empty('anchor-missing');
  if (request.branch !== null) return branchHistory(connection, { reach, request, named });
  if (named !== null && named.walk === null) return empty('anchor-off-branch');
  const windowId = named?.windowId ?? currentWindow(connection, reach, request.sessionId);
  if (windowId === null) return empty('no-messages');
  const stretch = activeStretch(connection, windowId, {
    walk: named?.walk ?? null,
    isEnd: request.from.at === 'before',
  });
  const point = named === null || named.walk === null ? null : { at: named.walk };
  return readPage(connection, { reach, request, stretch, point });
}

function branchHistory(connection: Connection, ask: Ask & { named: Located | null }): HistoryPage {
  const leaf = locate(connection, { reach: ask.reach, request: ask.request, messageId: ask.request.branch ?? '' });
  if (leaf === null) return empty('branch-missing');
  const path = pathTo(connection, leaf.windowId, leaf.position);
  const index = ask.named === null ? null : path.indexOf(ask.named.position);
  if (index !== null && (index < 0 || ask.named?.windowId !== leaf.windowId)) return empty('anchor-off-branch');
  const stretch: Stretch = {
    from: sql`json_each(${JSON.stringify(path)}) step JOIN entry e ON e.window_id = ${leaf.windowId} AND e.position = step.value`,
    where: sql`1`,
    along: sql`step.key`,
    isClosedInterval: false,
  };
  return readPage(connection, { ...ask, stretch, point: index === null ? null : { at: index } });
}

/** Finds a shown entry of a visible session by its message id; the newest window wins when several hold it. */
function locate(connection: Connection, ask: Ask & { messageId: string }): Located | null {
  return firstRow<Located>(
    connection,
    sql`SELECT e.window_id AS windowId, e.position, e.walk
      FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
      WHERE s.id = ${ask.request.sessionId} AND ${visibleSession(ask.reach)}
        AND e.native_id = ${ask.messageId} AND e.position < w.entry_count
      ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  );
}

function currentWindow(connection: Connection, reach: Reach, sessionId: number): number | null {
  const row = firstRow<{ id: number }>(
    connection,
    sql`SELECT w.id FROM session s JOIN session_window w ON w.session_id = s.id
      WHERE s.id = ${sessionId} AND ${visibleSession(reach)} AND w.entry_count > 0
      ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  );
  return row?.id ?? null;
}

/**
 * The interval between two resets that holds `walk`; the last one when that is null. A reset begins the interval behind
 * it; where the page ends at it, it is taken as the end of the one before.
 */
function activeStretch(
  connection: Connection,
  windowId: number,
  point: { walk: number | null; isEnd: boolean },
): Stretch {
  const fences = allRows<{ walk: number }>(
    connection,
    sql`SELECT e.walk FROM session_window w JOIN entry e ON e.window_id = w.id AND e.position < w.entry_count
      WHERE w.id = ${windowId} AND e.walk IS NOT NULL AND e.kind = 'reset' ORDER BY e.walk`,
  ).map((row) => row.walk);
  const last = point.walk === null || !point.isEnd ? point.walk : point.walk - 1;
  const start = last === null ? fences.at(-1) : fences.filter((fence) => fence <= last).at(-1);
  const end = last === null ? undefined : fences.find((fence) => fence > last);
  return {
    from: sql`entry e`,
    where: sql`e.window_id = ${windowId} AND e.walk >= ${start ?? 0} AND e.walk <= ${end ?? Number.MAX_SAFE_INTEGER}`,
    along: sql`e.walk`,
    isClosedInterval: end !== undefined,
  };
}

function readPage(connection: Connection, ask: Ask & { stretch: Stretch; point: Point }): HistoryPage {
  const { stretch } = ask;
  const { limit, from } = ask.request;
  const rows = (direction: 'older' | 'newer'): readonly Row[] =>
    readRows(connection, { ...ask, direction, count: limit + 1 });
  if (from.at === 'tail' || from.at === 'before') {
    const older = rows('older');
    return toPage(stretch, {
      older: older.slice(0, limit),
      newer: [],
      hasOlder: older.length > limit,
      hasNewer: from.at === 'before',
    });
  }
  const newer = rows('newer');
  if (from.at === 'after') {
    return toPage(stretch, { older: [], newer: newer.slice(0, limit), hasOlder: true, hasNewer: newer.length > limit });
  }
  return anchoredPage(stretch, { older: rows('older'), newer, limit });
}

/** Grows evenly both ways from the anchor, which counts as newer; where one side ends, the other takes its share. */
function anchoredPage(
  stretch: Stretch,
  sides: { older: readonly Row[]; newer: readonly Row[]; limit: number },
): HistoryPage {
  const { older, newer, limit } = sides;
  const fairOlder = Math.min(older.length, Math.floor((limit - 1) / 2));
  const newerCount = Math.min(newer.length, limit - fairOlder);
  const olderCount = Math.min(older.length, limit - newerCount);
  return toPage(stretch, {
    older: older.slice(0, olderCount),
    newer: newer.slice(0, newerCount),
    hasOlder: older.length > olderCount,
    hasNewer: newer.length > newerCount,
  });
}

type Row = {
  native_id: string;
  kind: EntryKind;
  role: EntryRole | null;
  model: string | null;
  time_ms: number;
  text: string;
  masks: string | null;
};

/** `older` rows lie before the point; `newer` ones from it on, without it when it is a cursor. */
function readRows(
  connection: Connection,
  ask: Ask & { stretch: Stretch; point: Point; direction: 'older' | 'newer'; count: number },
): readonly Row[] {
  const { stretch, point, direction } = ask;
  const { along } = stretch;
  const isFromCursor = ask.request.from.at === 'after';
  const newer = isFromCursor ? sql`${along} > ${point?.at ?? 0}` : sql`${along} >= ${point?.at ?? 0}`;
  const bound = point === null ? sql`1` : direction === 'older' ? sql`${along} < ${point.at}` : newer;
  return allRows<Row>(
    connection,
    sql`SELECT e.native_id, e.kind, e.role, e.model, e.time_ms, e.text, e.masks
      FROM ${stretch.from} JOIN session_window w ON w.id = e.window_id JOIN session s ON s.id = w.session_id
      WHERE ${stretch.where} AND ${bound} AND ${visibleSession(ask.reach)} AND e.position < w.entry_count AND ${SHOWN}
      ORDER BY ${along} ${direction === 'older' ? sql`DESC` : sql`ASC`} LIMIT ${ask.count}`,
  );
}

function toPage(
  stretch: Stretch,
  found: { older: readonly Row[]; newer: readonly Row[]; hasOlder: boolean; hasNewer: boolean },
): HistoryPage {
  const rows = [...found.older.toReversed(), ...found.newer];
  return {
    rows: rows.map(toRow),
    hasOlder: found.hasOlder,
    hasNewer: found.hasNewer,
    emptyReason: rows.length === 0 ? 'no-messages' : null,
    isClosedInterval: stretch.isClosedInterval,
  };
}

function toRow(row: Row): HistoryRow {
  return {
    messageId: row.native_id,
    kind: row.kind,
    role: row.role,
    timeMs: row.time_ms,
    text: row.text,
    masks: parseMasks(row.masks),
    model: row.model,
  };
}

function empty(emptyReason: HistoryPage['emptyReason']): HistoryPage {
  return { rows: [], hasOlder: false, hasNewer: false, emptyReason, isClosedInterval: false };
}
