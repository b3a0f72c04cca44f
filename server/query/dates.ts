import type { Calendar } from './calendar.ts';

/** What a date in a query covers: `fromMs <= t < toMs`. A moment is where something begins and covers nothing. */
export type DateSpan = {
  readonly unit: 'moment' | 'day' | 'month' | 'year';
  readonly fromMs: number;
  readonly toMs: number;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Four digits, so that two-digit years never turn into the 1900s. */
const FIRST_YEAR = 1000;

const AGO = /^(\d{1,4})([hdwmy])$/;
const DATE = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/;
const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads `2026-11-03`, `2026-11`, `2026`, `2026-11-03T14:30` (`:05`, `Z`, `+02:00` may follow), `today`, `yesterday`, `24h` (that
 * very moment) and `7d`, `2w`, `3m` (months), `1y` (the whole day that lies so far back). Null when it is none of these.
 */
export function readDate(value: string, calendar: Calendar): DateSpan | null {
  const text = value.toLowerCase();
  if (text === 'today') return daysAgo(0, calendar);
  if (text === 'yesterday') return daysAgo(1, calendar);
  return readAgo(text, calendar) ?? readCalendarDate(text, calendar) ?? readMoment(text, calendar);
}

function readAgo(text: string, calendar: Calendar): DateSpan | null {
  const [, digits, unit] = AGO.exec(text) ?? [];
  if (digits === undefined) return null;
  const count = Number(digits);
  if (unit === 'h') return momentSpan(calendar.nowMs - count * HOUR_MS);
  if (unit === 'd') return daysAgo(count, calendar);
  if (unit === 'w') return daysAgo(count * 7, calendar);
  return monthsAgo(unit === 'y' ? count * 12 : count, calendar);
}

function daysAgo(count: number, calendar: Calendar): DateSpan {
  const wall = new Date(calendar.wallAt(calendar.nowMs));
  return wallSpan('day', [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() - count], calendar);
}

/** The same day of that month, or its last one where it is shorter. */
function monthsAgo(count: number, calendar: Calendar): DateSpan | null {
  const wall = new Date(calendar.wallAt(calendar.nowMs));
  const months = wall.getUTCFullYear() * 12 + wall.getUTCMonth() - count;
  const [year, month] = [Math.floor(months / 12), months % 12];
  if (year < FIRST_YEAR) return null;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return wallSpan('day', [year, month, Math.min(wall.getUTCDate(), lastDay)], calendar);
}

function readCalendarDate(text: string, calendar: Calendar): DateSpan | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return null;
  const date: WallDate = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  if (!isRealDate(date)) return null;
  if (month === undefined) return wallSpan('year', date, calendar);
  return wallSpan(day === undefined ? 'month' : 'day', date, calendar);
}

function readMoment(text: string, calendar: Calendar): DateSpan | null {
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone] = MOMENT.exec(text) ?? [];
  if (year === undefined) return null;
  const date: WallDate = [Number(year), Number(month) - 1, Number(day)];
  const clock = [Number(hour), Number(minute), Number(second)] as const;
  if (!isRealDate(date) || clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return null;
  const wallMs = Date.UTC(...date, ...clock) + Math.floor(Number(`0.${fraction}`) * 1000);
  if (zone === undefined) return momentSpan(calendar.instantOf(wallMs));
  const offsetMs = readOffset(zone);
  return offsetMs === null ? null : momentSpan(wallMs - offsetMs);
}

/** `z`, `+02:00` or `-0330`; no zone is more than 14 hours from UTC. */
function readOffset(zone: string): number | null {
  if (zone === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * 60_000);
}

/** Year, month from 0, day; a day below 1 counts back from the month's start. */
type WallDate = readonly [year: number, month: number, day: number];

function isRealDate(date: WallDate): boolean {
  const [year, month, day] = date;
  const read = new Date(Date.UTC(...date));
  return year >= FIRST_YEAR && read.getUTCMonth() === month && read.getUTCDate() === day;
}

function wallSpan(unit: 'day' | 'month' | 'year', date: WallDate, calendar: Calendar): DateSpan {
  const [year, month, day] = date;
  const fromWallMs = Date.UTC(...date);
  const nextWallMs = {
    day: fromWallMs + DAY_MS,
    month: Date.UTC(year, month + 1, day),
    year: Date.UTC(year + 1, month, day),
  };
  return { unit, fromMs: calendar.instantOf(fromWallMs), toMs: calendar.instantOf(nextWallMs[unit]) };
}

function momentSpan(atMs: number): DateSpan {
  return { unit: 'moment', fromMs: atMs, toMs: atMs };
}
