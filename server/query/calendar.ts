import { AppError } from '../errors.ts';

const DAY_MS = 86_400_000;

/**
 * Clock readings of one time zone. A reading ("wall time") is written as the instant at which a clock in UTC shows the
 * same digits, so that days and months can be reckoned with the UTC methods of Date.
 */
export type Calendar = {
  readonly nowMs: number;
  /** What the zone's clocks show at an instant. */
  readonly wallAt: (instantMs: number) => number;
  /** When they show it: the earlier of two instants; for a reading that was skipped, as far behind the gap. */
  readonly instantOf: (wallMs: number) => number;
};

/** @throws AppError bad-input when `timeZone` is no IANA name. */
export function openCalendar(nowMs: number, timeZone: string): Calendar {
  if (last?.timeZone !== timeZone) last = { timeZone, formatter: openFormatter(timeZone) };
  const { formatter } = last;
  const wallAt = (instantMs: number): number => {
    const secondMs = Math.floor(instantMs / 1000) * 1000;
    return readClock(formatter, secondMs) + (instantMs - secondMs);
  };
  // No offset from UTC is longer than a day, so the offsets a day before and a day after frame any change of clocks.
  const instantOf = (wallMs: number): number => {
    const before = wallMs - offsetAt(wallMs - DAY_MS);
    const after = wallMs - offsetAt(wallMs + DAY_MS);
    const exact = [before, after].filter((instantMs) => wallAt(instantMs) === wallMs);
    return exact.length === 0 ? before : Math.min(...exact);
  };
  const offsetAt = (instantMs: number): number => wallAt(instantMs) - instantMs;
  return { nowMs, wallAt, instantOf };
}

/** Making a formatter costs more than all else in reading a query, and most queries come from one zone. */
let last: { readonly timeZone: string; readonly formatter: Intl.DateTimeFormat } | null = null;

function openFormatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new AppError('bad-input', 'The time zone is unknown: use an IANA name such as `Europe/Berlin` or `UTC`.', {
      cause,
    });
  }
}

function readClock(formatter: Intl.DateTimeFormat, instantMs: number): number {
  const fields = new Map(formatter.formatToParts(instantMs).map((part) => [part.type, Number(part.value)]));
  const field = (type: Intl.DateTimeFormatPartTypes): number => fields.get(type) ?? 0;
  return Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'), field('second'));
}
