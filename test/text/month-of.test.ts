import { describe, expect, it } from 'vitest';
import { openCalendar } from '../../server/query/calendar.ts';
import { readDate } from '../../server/query/dates.ts';
import { openMonths } from '../../server/text/month-of.ts';
import fc from '../support/property.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns', 'Pacific/Apia'];

describe('the month of an instant', () => {
  it.each([
    ['UTC', '2026-10-31T23:59:59.999Z', '2026-10'],
    ['UTC', '2026-11-01T00:00:00Z', '2026-11'],
    ['Europe/Berlin', '2026-10-31T22:59:59.999Z', '2026-10'],
    ['Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11'],
    ['Asia/Kathmandu', '2026-10-31T18:15:00Z', '2026-11'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10'],
    ['UTC', '1969-12-31T23:59:59Z', '1969-12'],
  ])('in %s, %s: %s', (timeZone, instant, month) => {
    expect(openMonths(timeZone)(Date.parse(instant))).toBe(month);
  });

  it('is the one that `on:` covers it with, in every zone', () => {
    const near = fc.tuple(fc.integer({ min: 1971, max: 2200 }), fc.integer({ min: 0, max: 11 }), fc.nat(86_399_999));
    const property = fc.property(fc.constantFrom(...ZONES), near, (timeZone, [year, month, offset]) => {
      const timeMs = Date.UTC(year, month, 1) + offset;
      const span = readDate(openMonths(timeZone)(timeMs), openCalendar(timeMs, timeZone));
      expect(span?.unit).toBe('month');
      expect(span?.fromMs).toBeLessThanOrEqual(timeMs);
      expect(span?.toMs).toBeGreaterThan(timeMs);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is told the same by one reader that was asked before', () => {
    const months = openMonths('Europe/Berlin');
    const first = Date.parse('2026-10-31T12:00:00Z');
    const told = Array.from({ length: 48 }, (_, hour) => months(first + hour * 3_600_000));
    expect(told).toEqual(Array.from({ length: 48 }, (_, hour) => (hour < 11 ? '2026-10' : '2026-11')));
  });
});
