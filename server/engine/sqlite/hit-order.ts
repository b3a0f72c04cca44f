import type { HitOrder, Sort } from '../../contract/search.ts';

export function orderOf(hit: HitOrder): HitOrder {
  const { score, timeMs, sessionKey, sessionId, position } = hit;
  return { score, timeMs, sessionKey, sessionId, position };
}

/** Negative when `a` comes first. Without words all scores are 0, so the newest come first then. */
export function compareHits(sort: Sort): (a: HitOrder, b: HitOrder) => number {
  return sort === 'oldest' ? compareTimeUp : compareScoreThenTime;
}

function compareScoreThenTime(a: HitOrder, b: HitOrder): number {
  return b.score - a.score || b.timeMs - a.timeMs || comparePlace(a, b);
}

function compareTimeUp(a: HitOrder, b: HitOrder): number {
  return a.timeMs - b.timeMs || comparePlace(a, b);
}

function comparePlace(a: HitOrder, b: HitOrder): number {
  return compareText(a.sessionKey, b.sessionKey) || compareText(a.sessionId, b.sessionId) || a.position - b.position;
}

/** By code unit: the same on every machine, whatever its locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
