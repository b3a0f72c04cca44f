import { kindOfUnit, MAY_JOIN } from './character-table.ts';
import type { Phrase } from './phrase-terms.ts';
import { eachOccurrence } from './plain-phrases.ts';
import { isPlain, SARA_AM } from './plain-text.ts';
import type { Span } from './span.ts';

/** A longer phrase costs too much where a text begins it over and over. */
const MAX_PHRASE_TERMS = 16;
/** What joins a character; a longer heap is cut in several. */
const MAX_MARKS = 16;

/**
 * Where phrases stand in a text, those that overlap one another too, without reading it into terms: in the order of the
 * phrases. Null when only the terms can tell.
 */
export function plainSpans(text: string, phrases: readonly Phrase[]): Span[] | null {
  if (phrases.some(({ terms }) => terms.length > MAX_PHRASE_TERMS)) return null;
  if (!isPlain(text) || text.includes(SARA_AM)) return null;
  const lower = text.toLowerCase();
  const spans: Span[] = [];
  let isSure = true;
  const onFound = (start: number, end: number): void => {
    const span = { start: characterStart(text, start), end: characterEnd(text, end) };
    isSure &&= start - span.start < MAX_MARKS && span.end - end < MAX_MARKS;
    spans.push(span);
  };
  for (const phrase of phrases) isSure &&= eachOccurrence(lower, phrase, { mayOverlap: true, onFound });
  return isSure ? spans : null;
}

/** Where the character begins that the unit at an offset belongs to. */
function characterStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_MARKS && joins(text, start)) start -= 1;
  return start;
}

function characterEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < MAX_MARKS && joins(text, end)) end += 1;
  return end;
}

function joins(text: string, at: number): boolean {
  return (kindOfUnit(text.charCodeAt(at)) & MAY_JOIN) !== 0;
}
