import type { Filter, FilterTest } from '../../contract/query.ts';

/** `fromMs <= t < toMs`; null is open. */
export type TimeBounds = { readonly fromMs: number | null; readonly toMs: number | null };

type TimeTest = Extract<FilterTest, { field: 'time' }>;

/**
 * The stretch of time outside which no message passes the filters. It may hold more than what passes, never less: it only
 * tells where to read, and the predicate decides.
 */
export function timeBounds(filters: readonly Filter[]): TimeBounds {
  return filters.map(boundsOf).reduce(meet, { fromMs: null, toMs: null });
}

function boundsOf({ isNegated, anyOf }: Filter): TimeBounds {
  const tests = anyOf.filter((test) => test.field === 'time');
  if (tests.length < anyOf.length) return { fromMs: null, toMs: null };
  return isNegated ? tests.map(outside).reduce(meet) : tests.reduce<TimeBounds>(join, tests[0] ?? nothing);
}

const nothing: TimeBounds = { fromMs: null, toMs: null };

/** Of a day in the middle both sides remain, so that it bounds nothing. */
function outside({ fromMs, toMs }: TimeTest): TimeBounds {
  if (fromMs !== null && toMs !== null) return nothing;
  return { fromMs: toMs, toMs: fromMs };
}

function meet(left: TimeBounds, right: TimeBounds): TimeBounds {
  return { fromMs: pick(Math.max, left.fromMs, right.fromMs), toMs: pick(Math.min, left.toMs, right.toMs) };
}

function join(left: TimeBounds, right: TimeBounds): TimeBounds {
  const isOpenBelow = left.fromMs === null || right.fromMs === null;
  const isOpenAbove = left.toMs === null || right.toMs === null;
  return {
    fromMs: isOpenBelow ? null : pick(Math.min, left.fromMs, right.fromMs),
    toMs: isOpenAbove ? null : pick(Math.max, left.toMs, right.toMs),
  };
}

function pick(which: (a: number, b: number) => number, left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return which(left, right);
}
