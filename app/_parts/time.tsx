'use client';

import { formatAge, formatMoment, formatUtc, wallTime } from './format-time.ts';
import { type Now, useNow } from './time-zone.tsx';

type TimeProps = {
  /** Unix milliseconds. */
  readonly ms: number;
  /** `age`: how long ago. `moment`: date and clock. `clock`: hours and minutes alone. */
  readonly as: 'age' | 'moment' | 'clock';
};

/** A time in the viewer's zone, with UTC on hover. */
export function Time({ ms, as }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatUtc(ms)}>
      {textOf(ms, as, now)}
    </time>
  );
}

function textOf(ms: number, as: TimeProps['as'], now: Now): string {
  if (as === 'age') return formatAge(ms, now);
  return as === 'clock' ? wallTime(ms, now.timeZone).clock : formatMoment(ms, now);
}
