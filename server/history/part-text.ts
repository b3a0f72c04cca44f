import type { RecordPart } from '../contract/history-part.ts';
import type { Redacted } from '../contract/redaction.ts';
import { redact } from '../redaction/redact.ts';
import { redactInput } from '../redaction/redact-input.ts';
import { type RenderedText, renderMasks } from '../text/render-masks.ts';

export type PartText = { readonly text: string; readonly isCut: boolean; readonly isRedacted: boolean };

/** All of a part's text is redacted before anything of it is cut: half a secret would not be seen. */
export function redactPart(part: Exclude<RecordPart, { type: 'image' }>): Redacted {
  return part.type === 'call' ? redactInput(part.text) : redact(part.text);
}

/** At most `max` UTF-16 units of a redacted text, cut neither inside a character nor inside a mask. */
export function cutPart({ text, masks }: Redacted, max: number): PartText {
  return { ...cut(renderMasks(text, masks), max), isRedacted: masks.length > 0 };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A character of more units than this is cut. */
const CHARACTER_UNITS_MAX = 1000;

function cut({ text, redactions }: RenderedText, max: number): { text: string; isCut: boolean } {
  if (text.length <= max) return { text, isCut: false };
  const label = redactions.find(({ start, end }) => start < max && max < end);
  if (label !== undefined) return { text: text.slice(0, label.start), isCut: true };
  const near = Math.max(0, max - CHARACTER_UNITS_MAX);
  const character = graphemes.segment(text.slice(near, max + CHARACTER_UNITS_MAX)).containing(max - near);
  return { text: text.slice(0, near + (character?.index ?? max - near)), isCut: true };
}
