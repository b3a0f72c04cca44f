import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { HistoryPage, HistoryRequest } from '../../contract/history.ts';
import { type ReadParts, type Row, readSide, rowReader, type Side } from './history-rows.ts';
import type { Connection } from './open.ts';
import { activeStretch, branchTo, currentWindow, type Located, locate, type Stretch } from './stretches.ts';

type Ask = { readonly reach: Reach; readonly request: HistoryRequest; readonly readParts: ReadParts };
type Point = { readonly at: number } | null;
type PageAsk = Ask & { readonly stretch: Stretch; readonly point: Point };

/**
 * A page of a visible session. The order is that of the branch walk, never of times or ids. A reset is a fence: the
 * ordinary history starts after it, and an anchor before it opens the closed interval that it stands in.
 */
export function history(connection: Connection, ask: Ask): HistoryPage {
  const { reach, request } = ask;
  const { sessionId, from } = request;
  const named = 'messageId' in from ? locate(connection, reach, { sessionId, messageId: from.messageId }) : null;
  if ('messageId' in from && named === null) return empty('anchor-missing');
  if (request.branch !== null) return branchHistory(connection, { ...ask, named, branch: request.branch });
  if (named !== null && named.walk === null) return empty('anchor-off-branch');
  const windowId = named?.windowId ?? currentWindow(connection, reach, sessionId);
  if (windowId === null) return empty('no-messages');
  const stretch = activeStretch(connection, windowId, { walk: named?.walk ?? null, isEnd: from.at === 'before' });
  const point = named === null || named.walk === null ? null : { at: named.walk };
  return readPage(connection, { ...ask, stretch, point });
}

function branchHistory(connection: Connection, ask: Ask & { named: Located | null; branch: string }): HistoryPage {
  const { sessionId } = ask.request;
  const leaf = locate(connection, ask.reach, { sessionId, messageId: ask.branch });
  if (leaf === null) return empty('branch-missing');
  const stretch = branchTo(connection, leaf);
  const index = ask.named === null ? null : stretch.path.indexOf(ask.named.position);
  if (index !== null && (index < 0 || ask.named?.windowId !== leaf.windowId)) return empty('anchor-off-branch');
  return readPage(connection, { ...ask, stretch, point: index === null ? null : { at: index } });
}

function readPage(connection: Connection, ask: PageAsk): HistoryPage {
  const { limit, from } = ask.request;
  const side = (direction: 'older' | 'newer'): Side => sideOf(connection, ask, direction);
  if (from.at === 'tail' || from.at === 'before') {
    const older = side('older');
    const hasNewer = from.at === 'before';
    return toPage(connection, ask, { older: older.rows, newer: [], hasOlder: older.hasMore, hasNewer });
  }
  const newer = side('newer');
  if (from.at === 'after' || from.at === 'start') {
    const hasOlder = from.at === 'after';
    return toPage(connection, ask, { older: [], newer: newer.rows, hasOlder, hasNewer: newer.hasMore });
  }
  return toPage(connection, ask, growEvenly({ older: side('older'), newer, limit }));
}

/** `older` rows lie before the point; `newer` ones from it on, without it when it is a cursor. */
function sideOf(connection: Connection, ask: PageAsk, direction: 'older' | 'newer'): Side {
  const { reach, request, stretch, point } = ask;
  const { along } = stretch;
  const isFromCursor = request.from.at === 'after';
  const newer = isFromCursor ? sql`${along} > ${point?.at ?? 0}` : sql`${along} >= ${point?.at ?? 0}`;
  const bound = point === null ? sql`1` : direction === 'older' ? sql`${along} < ${point.at}` : newer;
  const { limit, includesTools, role = null } = request;
  return readSide(connection, { reach, stretch, bound, direction, limit, includesTools, role });
}

type Found = {
  readonly older: readonly Row[];
  readonly newer: readonly Row[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
};

/** Both ways from the anchor, which counts as newer; where one side ends, the other takes its share. */
function growEvenly({ older, newer, limit }: { older: Side; newer: Side; limit: number }): Found {
  const fairOlder = Math.min(older.rows.length, Math.floor((limit - 1) / 2));
  const newerCount = Math.min(newer.rows.length, limit - fairOlder);
  const olderCount = Math.min(older.rows.length, limit - newerCount);
  return {
    older: older.rows.slice(0, olderCount),
    newer: newer.rows.slice(0, newerCount),
    hasOlder: older.hasMore || older.rows.length > olderCount,
    hasNewer: newer.hasMore || newer.rows.length > newerCount,
  };
}

function toPage(connection: Connection, ask: PageAsk, found: Found): HistoryPage {
  const rows = [...found.older.toReversed(), ...found.newer];
  return {
    rows: rows.map(rowReader(connection, ask.request.includesTools ? ask.readParts : null)),
    hasOlder: found.hasOlder,
    hasNewer: found.hasNewer,
    emptyReason: rows.length === 0 ? 'no-messages' : null,
    isClosedInterval: ask.stretch.isClosedInterval,
  };
}

function empty(emptyReason: HistoryPage['emptyReason']): HistoryPage {
  return { rows: [], hasOlder: false, hasNewer: false, emptyReason, isClosedInterval: false };
}
