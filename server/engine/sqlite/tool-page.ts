import { sql } from 'drizzle-orm';
import type { SearchRequest } from '../../contract/search.ts';
import type { FoundPage } from './candidates.ts';
import { orderOf } from './hit-order.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';

/** Bytes of records that are read again for one page, at most; one record always is. */
const PAGE_BYTES_MAX = 16_777_216;

/** As many hits of a page as can be read again in time; the next page goes on behind them. */
export function withinRecords<Found extends FoundPage>(
  connection: Connection,
  request: SearchRequest,
  found: Found,
): Found {
  const { page } = found;
  const kept = page.slice(0, countWithin(lengthsOf(connection, page)));
  const last = kept.at(-1);
  if (last === undefined || kept.length === page.length) return found;
  const newestMs = found.next?.newestMs ?? request.after?.newestMs ?? page[0]?.timeMs ?? last.timeMs;
  return { ...found, page: kept, next: { order: orderOf(last), newestMs, match: 'all' } };
}

function countWithin(lengths: readonly number[]): number {
  let total = 0;
  const over = lengths.findIndex((length) => {
    total += length;
    return total > PAGE_BYTES_MAX;
  });
  return over === -1 ? lengths.length : Math.max(1, over);
}

function lengthsOf(connection: Connection, page: FoundPage['page']): readonly number[] {
  const rows = allRows<{ length: number }>(
    connection,
    sql`SELECT e.byte_length AS length FROM json_each(${JSON.stringify(page.map(({ id }) => id))}) shown
      JOIN entry e ON e.id = shown.value ORDER BY shown.key`,
  );
  return rows.map(({ length }) => length);
}
