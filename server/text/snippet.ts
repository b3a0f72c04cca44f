import type { Mask } from '../contract/redaction.ts';
import { bestWindow } from './best-window.ts';
import { clusterEnd } from './clusters.ts';
import { cutDisplay } from './cut-display.ts';
import { type DisplayText, displayText } from './display-text.ts';
import type { Span } from './span.ts';

/** `spans` are the matches, in order; `masks` as in `renderMasks`; `maxLength` in UTF-16 units, ellipses included. */
export type SnippetInput = {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly masks: readonly Mask[];
  readonly maxLength: number;
};

/** `highlights` are [start, end) pairs of UTF-16 offsets into `snippet`, in order. */
export type Snippet = { readonly snippet: string; readonly highlights: (readonly [start: number, end: number])[] };

const ELLIPSIS = '…';
/** White space may shrink to a fraction, so that more is read than fits. */
const READ_FACTOR = 4;

/**
 * The part of a text around the matches that are best shown together; its beginning when there are none. White space
 * and control characters are shown as one space, masks as `[redacted:kind]`, whole or not at all; characters are never
 * cut, words only when they are long. Its time grows with the number of matches, not with the text.
 */
export function cutSnippet({ text, spans, masks, maxLength }: SnippetInput): Snippet {
  const size = Math.max(0, maxLength - 2 * ELLIPSIS.length);
  const best = bestWindow(text, spans, size);
  const region = readRegion(text, best, Math.max(1, maxLength) * READ_FACTOR);
  const display = displayText(text, region, masks);
  const length = display.shown.trimEnd().length;
  const isWhole = region.start === 0 && region.end === text.length;
  if (isWhole && length <= maxLength) return highlight(display, { start: 0, end: length }, { region, spans, text });
  const core = { start: display.place(best.start), end: display.place(best.end) };
  const cut = cutDisplay(display, core, size);
  if (cut.start === cut.end) return { snippet: maxLength > 0 ? ELLIPSIS : '', highlights: [] };
  return highlight(display, cut, { region, spans, text });
}

/** What is read of a text around its best part; it neither begins nor ends inside a character. */
function readRegion(text: string, best: Span, reach: number): Span {
  const start = best.start - reach;
  const end = Math.min(best.end, best.start + reach) + reach;
  return {
    start: start <= 0 ? 0 : clusterEnd(text, start - 1),
    end: end >= text.length ? text.length : clusterEnd(text, end - 1),
  };
}

function highlight(
  display: DisplayText,
  cut: Span,
  from: { readonly text: string; readonly region: Span; readonly spans: readonly Span[] },
): Snippet {
  const { region, spans, text } = from;
  const hasMoreBefore = region.start > 0 || cut.start > 0;
  const hasMoreBehind = region.end < text.length || cut.end < display.shown.trimEnd().length;
  const shift = (hasMoreBefore ? ELLIPSIS.length : 0) - cut.start;
  const highlights: (readonly [number, number])[] = [];
  for (const span of spans) {
    if (span.end <= region.start) continue;
    if (span.start >= region.end) break;
    const start = Math.max(display.place(span.start), cut.start);
    const end = Math.min(display.place(span.end), cut.end);
    if (start < end) highlights.push([start + shift, end + shift]);
  }
  const shown = display.shown.slice(cut.start, cut.end);
  return { snippet: `${hasMoreBefore ? ELLIPSIS : ''}${shown}${hasMoreBehind ? ELLIPSIS : ''}`, highlights };
}
