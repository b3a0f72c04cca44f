import { MASK_CHARACTER, type Mask } from '../contract/redaction.ts';

/** Where a rendered mask stands: UTF-16 offsets into the rendered text, end exclusive. */
export type Redaction = { readonly start: number; readonly end: number; readonly kind: string };

export type RenderedText = { readonly text: string; readonly redactions: Redaction[] };

/** How a door shows a secret that was taken out. */
export function maskLabel(kind: string): string {
  return `[redacted:${kind}]`;
}

/** A text with each mask written out as `[redacted:kind]`. Masks in ascending order; one beside its character is left out. */
export function renderMasks(text: string, masks: readonly Mask[]): RenderedText {
  const redactions: Redaction[] = [];
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  for (const { offset, kind } of masks) {
    if (offset < from || text[offset] !== MASK_CHARACTER) continue;
    const label = maskLabel(kind);
    const start = length + offset - from;
    pieces.push(text.slice(from, offset), label);
    redactions.push({ start, end: start + label.length, kind });
    length = start + label.length;
    from = offset + 1;
  }
  return { text: pieces.join('') + text.slice(from), redactions };
}
