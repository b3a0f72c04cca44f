import { expect, test } from 'vitest';
import { FILTERS, WORDS } from '../../../app/(signed-in)/search/search-help-rows.ts';
import { FILTER_NAMES } from '../../../server/contract/query.ts';
import { readQuery } from '../../../server/query/plan.ts';

const at = { nowMs: Date.UTC(2026, 10, 30), timeZone: 'UTC' };
const isTaken = (filter: string): boolean => {
  try {
    return readQuery(filter, at).tree.filters.length === 1;
  } catch {
    return false;
  }
};
/** Of those that take one value only, it. */
const WHOLE: Readonly<Record<string, string>> = { branch: 'any', is: 'archived', has: 'secret', in: 'tools' };
const VALUES = ['user', 'main', 'openclaw', '2026-11-03', 'x'];

test('the sheet lists every filter that the language takes, and no other', () => {
  const taken = FILTER_NAMES.filter((name) =>
    (name in WHOLE ? [WHOLE[name]] : VALUES).some((value) => isTaken(`${name}:${value}`)),
  );
  const listed = FILTERS.flatMap(([typed]) => typed.split(' ')).map((filter) => filter.split(':')[0] ?? '');
  expect(listed.toSorted()).toEqual(taken.toSorted());
});

test('what it says of whole filters and dates is read', () => {
  for (const [typed, means] of FILTERS) {
    for (const filter of typed.split(' ').filter((each) => !each.endsWith(':'))) expect(isTaken(filter)).toBe(true);
    if (!typed.startsWith('after:')) continue;
    for (const date of means.split(', ')) expect([date, isTaken(`after:${date}`)]).toEqual([date, true]);
  }
});

test('its examples are read as they stand, with nothing to mend', () => {
  for (const [typed] of WORDS) expect([typed, readQuery(typed, at).interpretation.notes]).toEqual([typed, []]);
});
