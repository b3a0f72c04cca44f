import { formatBytes } from './format-number.ts';
import { formatDuration } from './format-time.ts';

/** How far an import was at a time. Unix milliseconds, and bytes. */
export type PaceSample = { readonly timeMs: number; readonly bytesDone: number };

const WINDOW_MS = 10_000;
const KNOWN_AFTER_MS = 2000;
const APART_MS = 250;

/** The samples of the last 10 s with one more, at least 250 ms apart; progress is told far more often than it is shown. */
export function withSample(samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.timeMs - last.timeMs < APART_MS) return samples;
  return [...samples.filter(({ timeMs }) => sample.timeMs - timeMs <= WINDOW_MS), sample];
}

export type Pace = { readonly bytesPerSecond: number; readonly remainingMs: number };

/** How fast, and how long it still takes at that; null while too little is known. */
export function paceOf(samples: readonly PaceSample[], bytesTotal: number): Pace | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { elapsedMs, bytes } = { elapsedMs: last.timeMs - first.timeMs, bytes: last.bytesDone - first.bytesDone };
  if (elapsedMs < KNOWN_AFTER_MS || bytes <= 0) return null;
  const bytesPerSecond = (bytes / elapsedMs) * 1000;
  return { bytesPerSecond, remainingMs: (Math.max(0, bytesTotal - last.bytesDone) / bytesPerSecond) * 1000 };
}

/** `41 MB/s · about 2 min 4 s left`; the time is left out when less than a second is. */
export function paceText({ bytesPerSecond, remainingMs }: Pace): string {
  const rate = `${formatBytes(Math.round(bytesPerSecond))}/s`;
  return remainingMs < 1000 ? rate : `${rate} · about ${formatDuration(remainingMs)} left`;
}
