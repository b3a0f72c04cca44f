import type { RecordOutline, TranscriptOutline } from '../contract/transcript.ts';
import type { StoredEntry } from '../engine/save-types.ts';
import { cleanId } from './clean-id.ts';

const EARLIEST_MS = 1000;

type Input = {
  readonly transcript: TranscriptOutline;
  readonly records: { readonly outlines: readonly RecordOutline[] };
  readonly nowMs: number;
};

/**
 * A time for each entry of the transcript, Unix milliseconds: what its record says, between one second and now, so that a
 * stamp from the future cannot pin itself on top; without one, the entry before it and one millisecond more.
 */
export function entryTimes(input: Input, stored: ReadonlyMap<string, StoredEntry>): readonly number[] {
  const { outlines } = input.records;
  const clamp = (timeMs: number): number => Math.min(Math.max(Math.floor(timeMs), EARLIEST_MS), input.nowMs);
  const timeOf = (record: number): number | null => {
    const timeMs = outlines[record]?.timeMs ?? null;
    return timeMs !== null && Number.isFinite(timeMs) ? timeMs : null;
  };
  const firstKnown = input.transcript.entries.map((place) => timeOf(place.record)).find((timeMs) => timeMs !== null);
  let previous = clamp(firstKnown ?? input.nowMs) - 1;
  return input.transcript.entries.map((place) => {
    const known = stored.size === 0 ? undefined : stored.get(cleanId(place.nativeId));
    const said = known?.timeMs ?? timeOf(place.record) ?? previous + 1;
    previous = clamp(said);
    return previous;
  });
}
