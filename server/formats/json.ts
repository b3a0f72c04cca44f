/** Small tolerant readers over JSON that anybody may have written. None of them throws, none recurses. */

export type JsonObject = { readonly [key: string]: unknown };

const MAX_ID_LENGTH = 200;
const PLAIN_ID = /^[!-~]+$/;
const UNUSABLE_IN_ID = /\p{C}/u;
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Text of bytes; a byte order mark at the start is dropped. `isDamaged`: broken UTF-8 became U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly isDamaged: boolean } {
  try {
    return { text: strict.decode(bytes), isDamaged: false };
  } catch {
    return { text: lenient.decode(bytes), isDamaged: true };
  }
}

/** The JSON object that a text holds; null for broken JSON and for any other value. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' ? value : null;
}

export function objectAt(object: JsonObject, key: string): JsonObject | null {
  const value = object[key];
  return isObject(value) ? value : null;
}

/** A string that can serve as an id: 1 to 200 characters, not blank, without control characters and lone surrogates. */
export function idAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  if (typeof value !== 'string' || value.length > MAX_ID_LENGTH) return null;
  if (PLAIN_ID.test(value)) return value;
  return value.trim() === '' || UNUSABLE_IN_ID.test(value) ? null : value;
}

/** Unix milliseconds of an ISO 8601 date and time; UTC where it names no zone. Null for anything else, 30 February too. */
export function isoTimeMs(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const parts = ISO_TIME.exec(value);
  if (parts === null) return null;
  const [, year, month, day, zone] = parts;
  if (Number(day) > 28 && !isDayOfMonth(Number(year), Number(month), Number(day))) return null;
  const timeMs = Date.parse(zone === undefined ? `${value}Z` : value);
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** Date.parse rolls 30 February over into March. */
function isDayOfMonth(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/**
 * One line of at most `maxLength` characters. The copy is made anew: a slice would keep the whole text in memory for as
 * long as the slice lives.
 */
export function shorten(text: string, maxLength: number): string {
  const characters = [
    ...text
      .slice(0, maxLength * 4)
      .replace(/\p{Cs}/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
