import { describe, expect, it } from 'vitest';
import { NOW_MS, read, refusalOf } from './read.ts';

type Span = readonly [from: string | null, to: string | null];

/** The time filters of a query as ISO instants, alternatives one after another. */
function spansOf(text: string, options: Parameters<typeof read>[1] = {}): readonly Span[] {
  const iso = (ms: number | null): string | null =>
    ms === null ? null : new Date(ms).toISOString().replace(':00.000Z', 'Z');
  const tests = read(text, options).plan.filters.flatMap((filter) => filter.anyOf);
  return tests.flatMap((test) => (test.field === 'time' ? [[iso(test.fromMs), iso(test.toMs)] as const] : []));
}

describe('dates in the zone of the caller', () => {
  it.each([
    ['on:2026-11-03', '2026-11-02T23:00Z', '2026-11-03T23:00Z'],
    ['on:2026-1-3', '2026-01-02T23:00Z', '2026-01-03T23:00Z'],
    ['on:2026-11', '2026-10-31T23:00Z', '2026-11-30T23:00Z'],
    ['on:2026-12', '2026-11-30T23:00Z', '2026-12-31T23:00Z'],
    ['on:2026', '2025-12-31T23:00Z', '2026-12-31T23:00Z'],
    ['on:today', '2026-11-29T23:00Z', '2026-11-30T23:00Z'],
    ['on:Yesterday', '2026-11-28T23:00Z', '2026-11-29T23:00Z'],
    ['on:7d', '2026-11-22T23:00Z', '2026-11-23T23:00Z'],
    ['on:2w', '2026-11-15T23:00Z', '2026-11-16T23:00Z'],
    ['on:3m', '2026-08-29T22:00Z', '2026-08-30T22:00Z'],
    ['on:1y', '2025-11-29T23:00Z', '2025-11-30T23:00Z'],
    ['on:2024-02-29', '2024-02-28T23:00Z', '2024-02-29T23:00Z'],
  ])('%s is from %s to %s', (text, from, to) => {
    expect(spansOf(text)).toEqual([[from, to]]);
  });

  it.each([
    ['2026-11-03', '2026-11-02T23:00Z'],
    ['2026-11', '2026-10-31T23:00Z'],
    ['2026', '2025-12-31T23:00Z'],
    ['7d', '2026-11-22T23:00Z'],
    ['24h', '2026-11-29T11:30Z'],
    ['0d', '2026-11-29T23:00Z'],
    ['2026-11-03T14:30', '2026-11-03T13:30Z'],
    ['"2026-11-03 14:30"', '2026-11-03T13:30Z'],
    ['2026-11-03t14:30:05.25z', '2026-11-03T14:30:05.250Z'],
    ['2026-11-03T14:30+05:30', '2026-11-03T09:00Z'],
    ['2026-11-03T14:30-0800', '2026-11-03T22:30Z'],
  ])('after:%s starts at %s and before: ends there', (value, instant) => {
    expect(spansOf(`after:${value}`)).toEqual([[instant, null]]);
    expect(spansOf(`before:${value}`)).toEqual([[null, instant]]);
  });

  it('stay the same all day, but for hours', () => {
    const later = { nowMs: NOW_MS + 5 * 3_600_000 };
    for (const text of ['after:7d', 'on:today', 'before:3m']) expect(spansOf(text, later)).toEqual(spansOf(text));
    expect(spansOf('after:24h', later)).toEqual([['2026-11-29T16:30Z', null]]);
  });

  it('are those of another zone in another zone', () => {
    expect(spansOf('on:today', { timeZone: 'Pacific/Kiritimati' })).toEqual([
      ['2026-11-30T10:00Z', '2026-12-01T10:00Z'],
    ]);
    expect(spansOf('on:today', { timeZone: 'America/Los_Angeles' })).toEqual([
      ['2026-11-30T08:00Z', '2026-12-01T08:00Z'],
    ]);
    expect(spansOf('on:2026-11-03', { timeZone: 'Asia/Kathmandu' })).toEqual([
      ['2026-11-02T18:15Z', '2026-11-03T18:15Z'],
    ]);
    expect(spansOf('on:2026-11-03', { timeZone: 'UTC' })).toEqual([['2026-11-03T00:00Z', '2026-11-04T00:00Z']]);
  });

  it('combine: after: and before: hold together, repeated ones are alternatives', () => {
    const { filters } = read('after:2026-11 before:2026-11-20 on:2026-10 on:2026-09').plan;
    expect(filters.map((filter) => filter.anyOf.length)).toEqual([1, 1, 2]);
    expect(read('-on:today').plan.filters[0]).toMatchObject({ isNegated: true, anyOf: [{ field: 'time' }] });
  });

  it('count months back to a day that exists', () => {
    const nowMs = Date.UTC(2027, 2, 31, 12);
    expect(spansOf('on:1m', { nowMs, timeZone: 'UTC' })).toEqual([['2027-02-28T00:00Z', '2027-03-01T00:00Z']]);
    expect(spansOf('on:37m', { nowMs, timeZone: 'UTC' })).toEqual([['2024-02-29T00:00Z', '2024-03-01T00:00Z']]);
  });
});

describe('changes of clocks', () => {
  it('make a day of 23 or of 25 hours', () => {
    expect(spansOf('on:2026-03-29')).toEqual([['2026-03-28T23:00Z', '2026-03-29T22:00Z']]);
    expect(spansOf('on:2026-10-25')).toEqual([['2026-10-24T22:00Z', '2026-10-25T23:00Z']]);
  });

  it('are crossed by days, not by hours', () => {
    const nowMs = Date.UTC(2026, 9, 26, 11);
    expect(spansOf('after:2d', { nowMs })).toEqual([['2026-10-23T22:00Z', null]]);
    expect(spansOf('after:48h', { nowMs })).toEqual([['2026-10-24T11:00Z', null]]);
  });

  it('push a reading that was skipped as far behind the gap, and take the earlier of two', () => {
    expect(spansOf('after:2026-03-29T02:30')).toEqual([['2026-03-29T01:30Z', null]]);
    expect(spansOf('after:2026-10-25T02:30')).toEqual([['2026-10-25T00:30Z', null]]);
  });

  it('hold from their own minute on, east and west', () => {
    const west = { timeZone: 'America/Los_Angeles' };
    expect(spansOf('after:2026-03-08T01:59', west)).toEqual([['2026-03-08T09:59Z', null]]);
    expect(spansOf('after:2026-03-08T03:00', west)).toEqual([['2026-03-08T10:00Z', null]]);
    expect(spansOf('after:2026-03-29T01:59')).toEqual([['2026-03-29T00:59Z', null]]);
    expect(spansOf('after:2026-03-29T03:00')).toEqual([['2026-03-29T01:00Z', null]]);
  });

  it('at midnight start the day where it really starts', () => {
    // Cairo skips from 00:00 to 01:00; Havana has 00:00 to 01:00 twice.
    expect(spansOf('on:2026-04-24', { timeZone: 'Africa/Cairo' })).toEqual([
      ['2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ]);
    expect(spansOf('on:2025-11-02', { timeZone: 'America/Havana' })).toEqual([
      ['2025-11-02T04:00Z', '2025-11-03T05:00Z'],
    ]);
  });

  it('can drop a whole day, which then holds nothing', () => {
    expect(spansOf('on:2011-12-30', { timeZone: 'Pacific/Apia' })).toEqual([
      ['2011-12-30T10:00Z', '2011-12-30T10:00Z'],
    ]);
  });
});

describe('what is no date', () => {
  it.each([
    'tomorrow',
    '2026-02-30',
    '2026-13',
    '2026-00',
    '2026-11-00',
    '0999',
    '26',
    '2026-11-03T24:00',
    '2026-11-03T12:60',
    '2026-11-03T12',
    '2026-11-03T12:00+15:00',
    '7',
    'd',
    '-7d',
    '7x',
    '99999d',
    '9999y',
    '2026/11/03',
    '3.11.2026',
  ])('%s is refused with examples', (value) => {
    const end = 'Put it in quotes to search for the text.';
    const sentence = ' takes a date, such as 2026-11-03, 2026-11, 2026-11-03T14:30, 7d, 24h or yesterday.';
    expect(refusalOf(`after:${value}`)).toBe(`\`after:\`${sentence} ${end}`);
    expect(refusalOf(`-before:${value}`)).toBe(`\`before:\`${sentence} ${end}`);
  });

  it.each(['24h', '2026-11-03T14:30', 'noon'])('on:%s is refused, since it is no day', (value) => {
    expect(refusalOf(`on:${value}`)).toContain('`on:` takes a day, a month or a year, such as 2026-11-03');
  });

  it('refuses an unknown time zone', () => {
    for (const timeZone of ['Mars/Olympus', '', '<script>']) {
      expect(refusalOf('deploy', { timeZone })).toBe(
        'The time zone is unknown: use an IANA name such as `Europe/Berlin` or `UTC`.',
      );
    }
  });
});
