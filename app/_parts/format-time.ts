import type { Now } from './time-zone.tsx';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Wall = { year: number; month: string; day: number; clock: string };

/**
 * A date and time as the viewer's wall shows it. Put together from numbers: the words that Intl would choose differ
 * between the server's Node and browsers.
 */
export function wallTime(timeMs: number, timeZone: string): Wall {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  );
  return {
    year: Number(parts.get('year')),
    month: MONTHS[Number(parts.get('month')) - 1] ?? '',
    day: Number(parts.get('day')),
    clock: `${parts.get('hour')}:${parts.get('minute')}`,
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit' },
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** `23 Nov`, with the year where it is not the present one. */
export function formatDay(timeMs: number, { nowMs, timeZone }: Now): string {
  const { year, month, day } = wallTime(timeMs, timeZone);
  return year === wallTime(nowMs, timeZone).year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** `10:41` today, else `23 Nov 10:41`. */
export function formatMoment(timeMs: number, now: Now): string {
  const { clock } = wallTime(timeMs, now.timeZone);
  const day = formatDay(timeMs, now);
  return day === formatDay(now.nowMs, now) ? clock : `${day} ${clock}`;
}

/** `just now`, `5 min`, `3 h`, `2 d`; a date from a week on. */
export function formatAge(timeMs: number, now: Now): string {
  const ageMs = now.nowMs - timeMs;
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  return ageMs < 7 * DAY_MS ? `${Math.floor(ageMs / DAY_MS)} d` : formatDay(timeMs, now);
}

/** `2026-11-23 10:41:07 UTC`: what hovering a time shows. */
export function formatUtc(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2 min 4 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
