import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { SearchPage, SearchRequest } from '../../contract/search.ts';
import { readHits } from './hits.ts';
import type { Connection } from './open.ts';
import { rankedPage } from './ranked.ts';
import { firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';
import { walkPage } from './walk.ts';

/** One page of hits. All messages by time are a walk to the last one; everything else is picked among the newest N. */
export function search(connection: Connection, reach: Reach, request: SearchRequest): SearchPage {
  const isWalk = request.group === 'message' && request.sort !== 'best';
  const { page, next, rankedAmong } = (isWalk ? walkPage : rankedPage)(connection, { reach, request });
  const hits = readHits(connection, { page, text: request.plan.text, reach });
  return { hits, next, rankedAmong, pending: countStale(connection, reach) };
}

function countStale(connection: Connection, reach: Reach): number {
  const row = firstRow<{ count: number }>(
    connection,
    sql`SELECT count(*) AS count FROM session s WHERE s.is_stale = 1 AND ${visibleSession(reach)}`,
  );
  return row?.count ?? 0;
}
