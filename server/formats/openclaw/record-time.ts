/** Times as records write them: an ISO string for the record, a number for the message in it. */
import { isoTimeMs, type JsonObject } from '../json.ts';

const FIRST_SECONDS = 946_684_800; // the year 2000
const LARGEST_SECONDS = 100_000_000_000;
const LARGEST_MS = 8_640_000_000_000_000;

/** Unix milliseconds. The record's own time comes first: it is when the line was written, so it follows the file. */
export function timeOf(record: JsonObject, message: JsonObject | null): number | null {
  return isoTimeMs(record.timestamp) ?? fromNumber(record.timestamp) ?? fromNumber(message?.timestamp);
}

/** Seconds or milliseconds; small counters are no times. */
function fromNumber(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= FIRST_SECONDS && value <= LARGEST_MS)) return null;
  return Math.floor(value < LARGEST_SECONDS ? value * 1000 : value);
}
