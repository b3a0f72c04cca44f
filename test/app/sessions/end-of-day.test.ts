import { expect, test } from 'vitest';
import { endOfDayMs } from '../../../app/(signed-in)/sessions/end-of-day.ts';

test('a date means until the day is over, where the browser is', () => {
  const end = new Date(endOfDayMs('2026-02-28') ?? 0);
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2026, 2, 1, 0]);
});

test('an empty field and what is no date mean no end', () => {
  expect(['', 'tomorrow', '2026-2-8'].map(endOfDayMs)).toEqual([null, null, null]);
});
