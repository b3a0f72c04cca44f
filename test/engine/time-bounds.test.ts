import { describe, expect, it } from 'vitest';
import type { Filter } from '../../server/contract/query.ts';
import { timeBounds } from '../../server/engine/sqlite/time-bounds.ts';
import fc from '../support/property.ts';

type Span = { readonly fromMs: number | null; readonly toMs: number | null };
const since = (fromMs: number): Span => ({ fromMs, toMs: null });
const until = (toMs: number): Span => ({ fromMs: null, toMs });
const filter = (isNegated: boolean, ...spans: readonly Span[]): Filter => ({
  isNegated,
  anyOf: spans.map((span) => ({ field: 'time', ...span })),
});

describe('the stretch of time that filters leave', () => {
  it('is what `after:`, `before:` and `on:` say together', () => {
    expect(timeBounds([])).toEqual({ fromMs: null, toMs: null });
    expect(timeBounds([filter(false, since(10)), filter(false, until(90))])).toEqual({ fromMs: 10, toMs: 90 });
    expect(timeBounds([filter(false, { fromMs: 20, toMs: 30 }), filter(false, since(25))])).toEqual({
      fromMs: 25,
      toMs: 30,
    });
  });

  it('is the widest of alternatives, and open where one of them is', () => {
    expect(timeBounds([filter(false, { fromMs: 20, toMs: 30 }, { fromMs: 50, toMs: 60 })])).toEqual({
      fromMs: 20,
      toMs: 60,
    });
    expect(timeBounds([filter(false, since(20), since(10))])).toEqual({ fromMs: 10, toMs: null });
    expect(timeBounds([filter(false, until(20), since(10))])).toEqual({ fromMs: null, toMs: null });
  });

  it('is turned round by a negation, which bounds nothing where it only cuts a day out', () => {
    expect(timeBounds([filter(true, since(10))])).toEqual({ fromMs: null, toMs: 10 });
    expect(timeBounds([filter(true, until(10), until(30))])).toEqual({ fromMs: 30, toMs: null });
    expect(timeBounds([filter(true, { fromMs: 20, toMs: 30 })])).toEqual({ fromMs: null, toMs: null });
  });

  it('is not narrowed by other filters', () => {
    const agent: Filter = { isNegated: false, anyOf: [{ field: 'agent', value: 'ops' }] };
    expect(timeBounds([agent, { ...agent, isNegated: true }])).toEqual({ fromMs: null, toMs: null });
  });

  it('never leaves out a moment that passes', () => {
    const moment = fc.integer({ min: -50, max: 50 });
    const spans = fc.oneof(
      moment.map(since),
      moment.map(until),
      fc.tuple(moment, moment).map(([fromMs, toMs]) => ({ fromMs, toMs })),
    );
    const filters = fc.array(
      fc.tuple(fc.boolean(), fc.array(spans, { minLength: 1, maxLength: 3 })).map(([not, of]) => filter(not, ...of)),
      { maxLength: 4 },
    );
    const isIn = (timeMs: number, { fromMs, toMs }: Span): boolean =>
      (fromMs === null || timeMs >= fromMs) && (toMs === null || timeMs < toMs);
    const property = fc.property(filters, moment, (all, timeMs) => {
      const passes = all.every(
        ({ isNegated, anyOf }) => anyOf.some((test) => test.field === 'time' && isIn(timeMs, test)) !== isNegated,
      );
      if (passes) expect(isIn(timeMs, timeBounds(all))).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
