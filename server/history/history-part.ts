import type { HistoryPart, RecordPart } from '../contract/history.ts';
import { callGist, gistOfRaw } from './gist.ts';

/** A part as a page shows it, folded. Every string of it is redacted: names and ids are data of the file too. */
export function toHistoryPart(part: RecordPart): HistoryPart {
  switch (part.type) {
    case 'call':
      return {
        type: 'call',
        callId: toCallId(part.callId),
        name: gistOfRaw(part.name),
        gist: callGist(part.text),
        byteLength: Buffer.byteLength(part.text),
      };
    case 'result':
      return { type: 'result', callId: toCallId(part.callId), ...measured(part.text), isError: part.isError };
    case 'injected':
      return { type: 'injected', ...measured(part.text) };
    case 'image':
      return { type: 'image', mediaType: gistOfRaw(part.mediaType), byteLength: part.byteLength };
  }
}

function toCallId(callId: string | null): string | null {
  return callId === null ? null : gistOfRaw(callId);
}

function measured(text: string): { gist: string; byteLength: number; lines: number } {
  return { gist: gistOfRaw(text), byteLength: Buffer.byteLength(text), lines: countLines(text) };
}

/** A line feed at the end begins no line. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
