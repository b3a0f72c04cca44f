import type { DisplayText } from './display-text.ts';
import type { Span } from './span.ts';

/** So far the cut moves to stand between words. */
const MAX_WORD_UNITS = 24;

/** Nothing joins these: to ask for the grapheme takes much longer. */
const IS_BETWEEN_ASCII = /^[\x20-\x7E]{2}$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The part of a shown text, at most `size` UTF-16 units long, that has `core` in its middle. It begins and ends between
 * words where one is near, and never inside a character or a mask's label. Empty when nothing fits.
 */
export function cutDisplay(display: DisplayText, core: Span, size: number): Span {
  const { shown } = display;
  const { length } = shown;
  const margin = Math.max(0, Math.floor((size - (core.end - core.start)) / 2));
  const wantedStart = Math.max(0, Math.min(core.start - margin, length - size));
  const wantedEnd = Math.min(length, wantedStart + size);
  const start = wantedStart === 0 ? 0 : startNear(display, wantedStart, core.start);
  const end = wantedEnd === length ? length : endNear(display, wantedEnd, core.end);
  return trim(shown, { start, end: Math.max(start, end) });
}

function startNear(display: DisplayText, wanted: number, latest: number): number {
  const { shown } = display;
  const whole = outside(display, wanted);
  const start = whole === null ? wanted : whole.end;
  if (shown[start - 1] === ' ') return start;
  const space = shown.indexOf(' ', start);
  return space >= 0 && space < latest && space - start <= MAX_WORD_UNITS ? space + 1 : start;
}

function endNear(display: DisplayText, wanted: number, earliest: number): number {
  const { shown } = display;
  const whole = outside(display, wanted);
  const end = whole === null ? wanted : whole.start;
  if (shown[end] === ' ') return end;
  const space = shown.lastIndexOf(' ', end - 1);
  return space >= earliest && end - space <= MAX_WORD_UNITS ? space : end;
}

/** The label or the character that a cut at this place would go through. */
function outside({ shown, labels }: DisplayText, at: number): Span | null {
  const label = labels.find(({ start, end }) => start < at && at < end);
  if (label !== undefined) return label;
  if (IS_BETWEEN_ASCII.test(shown.slice(Math.max(0, at - 1), at + 1))) return null;
  const grapheme = graphemes.segment(shown).containing(at);
  if (grapheme === undefined || grapheme.index === at) return null;
  return { start: grapheme.index, end: grapheme.index + grapheme.segment.length };
}

function trim(shown: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && shown[from] === ' ') from += 1;
  while (to > from && shown[to - 1] === ' ') to -= 1;
  return { start: from, end: to };
}
