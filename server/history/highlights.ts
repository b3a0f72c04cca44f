import type { TextNode } from '../contract/query.ts';
import type { Mask } from '../contract/redaction.ts';
import { AppError } from '../errors.ts';
import { readQuery } from '../query/plan.ts';
import { matchSpans } from '../text/match-spans.ts';
import { maskLabel, type RenderedText, renderMasks } from '../text/render-masks.ts';

/** What a query looks for in texts; null when it looks for nothing there, or cannot be read. Its filters play no part. */
export function readHighlight(query: string | undefined): TextNode | null {
  if (query === undefined) return null;
  try {
    // Only filters depend on the moment.
    return readQuery(query, { nowMs: 0, timeZone: 'UTC' }).plan.text;
  } catch (cause) {
    if (cause instanceof AppError && cause.kind === 'bad-input') return null;
    throw cause;
  }
}

export type HighlightedText = RenderedText & { readonly highlights: readonly (readonly [number, number])[] };

/** A redacted text as it is shown, with the places of what is looked for. Where a phrase reads across a mask, it is left out. */
export function highlight(text: string, masks: readonly Mask[], wanted: TextNode | null): HighlightedText {
  const rendered = renderMasks(text, masks);
  if (wanted === null || text === '') return { ...rendered, highlights: [] };
  const highlights: (readonly [number, number])[] = [];
  /** By how much labels are longer than the masks before this place. */
  let shift = 0;
  let next = 0;
  const mark = (from: number, to: number): void => {
    const place = trimmed(rendered.text, from + shift, to + shift);
    if (place !== null) highlights.push(place);
  };
  for (const span of matchSpans(text, wanted)) {
    let from = span.start;
    for (let label = rendered.redactions[next]; label !== undefined; label = rendered.redactions[next]) {
      const offset = label.start - shift;
      if (offset >= span.end) break;
      mark(from, offset);
      shift += maskLabel(label.kind).length - 1;
      from = Math.max(from, offset + 1);
      next += 1;
    }
    mark(from, span.end);
  }
  return { ...rendered, highlights };
}

/** Without white space at its ends; null when nothing is left. */
function trimmed(text: string, start: number, end: number): readonly [number, number] | null {
  let from = start;
  let to = end;
  while (from < to && text.charAt(from).trim() === '') from += 1;
  while (to > from && text.charAt(to - 1).trim() === '') to -= 1;
  return from < to ? [from, to] : null;
}
