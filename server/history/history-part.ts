import type { HistoryPart, RecordPart } from '../contract/history-part.ts';
import type { Redacted } from '../contract/redaction.ts';
import { gistOf, gistOfCall, gistOfRaw } from './gist.ts';
import { cutPart, redactPart } from './part-text.ts';

/**
 * A part as a page shows it, folded; with `partText` so many UTF-16 units of its text beside it. Every string of it is
 * redacted: names and ids are data of the file too.
 */
export function toHistoryPart(part: RecordPart, partText: number | null = null): HistoryPart {
  if (part.type === 'image')
    return { type: 'image', mediaType: gistOfRaw(part.mediaType), byteLength: part.byteLength };
  const redacted = redactPart(part);
  const folded = fold(part, redacted);
  return partText === null ? folded : { ...folded, ...cutPart(redacted, partText) };
}

type TextPart = Exclude<RecordPart, { type: 'image' }>;
type FoldedText = Exclude<HistoryPart, { type: 'image' }>;

function fold(part: TextPart, redacted: Redacted): FoldedText {
  switch (part.type) {
    case 'call':
      return {
        type: 'call',
        callId: toCallId(part.callId),
        name: gistOfRaw(part.name),
        gist: gistOfCall(redacted),
        byteLength: Buffer.byteLength(part.text),
      };
    case 'result':
      return {
        type: 'result',
        callId: toCallId(part.callId),
        ...measured(part.text, redacted),
        isError: part.isError,
      };
    case 'injected':
      return { type: 'injected', ...measured(part.text, redacted) };
  }
}

function toCallId(callId: string | null): string | null {
  return callId === null ? null : gistOfRaw(callId);
}

function measured(raw: string, { text, masks }: Redacted): { gist: string; byteLength: number; lines: number } {
  return { gist: gistOf(text, masks), byteLength: Buffer.byteLength(raw), lines: countLines(raw) };
}

/** A line feed at the end begins no line. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
