import { MASK_CHARACTER, type Mask } from '../contract/redaction.ts';
import { maskLabel } from './render-masks.ts';
import type { Span } from './span.ts';

/** A stretch of a text as it is shown. */
export type DisplayText = {
  readonly shown: string;
  /** Where masks stand in `shown`. */
  readonly labels: readonly Span[];
  /** Where a place of the text is in `shown`; both in UTF-16 units, clamped to the stretch. */
  readonly place: (offset: number) => number;
};

const IS_BLANK = /[\s\p{Cc}]/u;
/** Whether anything is not shown as it is, but for a space at the beginning. */
const IS_CHANGED = /[^\x20-\x7E]| {2}/;
/** They would turn the order of what stands around the snippet. */
const IS_BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/;

/** White space and control characters as one space, secrets as `[redacted:kind]`, half surrogate pairs as U+FFFD. */
export function displayText(text: string, { start, end }: Span, masks: readonly Mask[]): DisplayText {
  const plain = text.slice(start, end);
  if (!IS_CHANGED.test(plain) && !plain.startsWith(' ')) return asItIs(plain, start);
  const kinds = new Map(masks.map(({ offset, kind }) => [offset, kind]));
  const places = new Uint32Array(end - start + 1);
  const labels: Span[] = [];
  let shown = '';
  for (let at = start; at < end; at += 1) {
    places[at - start] = shown.length;
    const kind = kinds.get(at);
    if (kind !== undefined && text[at] === MASK_CHARACTER) {
      labels.push({ start: shown.length, end: shown.length + maskLabel(kind).length });
      shown += maskLabel(kind);
    } else shown += displayUnit(text, at, shown);
  }
  places[end - start] = shown.length;
  return { shown, labels, place: (offset) => places[Math.max(0, Math.min(offset, end) - start)] ?? shown.length };
}

function asItIs(shown: string, start: number): DisplayText {
  return { shown, labels: [], place: (offset) => Math.max(0, Math.min(offset - start, shown.length)) };
}

function displayUnit(text: string, at: number, before: string): string {
  const code = text.charCodeAt(at);
  const unit = text.charAt(at);
  if (code > 0x20 && code < 0x7f) return unit;
  if (IS_BLANK.test(unit)) return before === '' || before.endsWith(' ') ? '' : ' ';
  if (IS_BIDI_CONTROL.test(unit)) return '';
  return isHalf(text, at) ? '\uFFFD' : unit;
}

/** Whether a unit is half of a surrogate pair without the other half beside it. */
function isHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return false;
  const other = unit < 0xdc00 ? text.charCodeAt(at + 1) : text.charCodeAt(at - 1);
  return unit < 0xdc00 ? !(other >= 0xdc00 && other <= 0xdfff) : !(other >= 0xd800 && other <= 0xdbff);
}
