import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';

const IDS_PER_SECOND = 65_536;

export type Slot = { readonly id: number; readonly timeMs: number };

/**
 * Gives out entry ids: floor(timeMs / 1000) * 65536 + slot, slot being the highest taken in that second + 1. A second that
 * is full passes the entry on to the next one, and its time with it. Use one allocator inside one transaction.
 */
export function entryIdAllocator(connection: Connection): (timeMs: number) => Slot {
  const highest = prepared<[bigint, bigint], { id: number | null }>(
    connection,
    'SELECT max(id) AS id FROM entry WHERE id >= ? AND id < ?',
  );
  const nextInSecond = new Map<number, number>();
  return (timeMs) => {
    let second = Math.floor(timeMs / 1000);
    for (;;) {
      const first = second * IDS_PER_SECOND;
      const next =
        nextInSecond.get(second) ?? (highest.get(BigInt(first), BigInt(first + IDS_PER_SECOND))?.id ?? first - 1) + 1;
      if (next < first + IDS_PER_SECOND) {
        nextInSecond.set(second, next + 1);
        return { id: next, timeMs: second === Math.floor(timeMs / 1000) ? timeMs : second * 1000 };
      }
      nextInSecond.set(second, next);
      second += 1;
    }
  };
}
