import type { TextSpan } from './message-spans.ts';

export type TextChunk = {
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  /** Hits and masks in it, in units of the chunk. */
  readonly spans: readonly TextSpan[];
  /** About how many lines it takes. */
  readonly lines: number;
};

export const CHUNK_UNITS = 8000;
const CHUNK_LINES = 200;
const LINE_UNITS = 88;

/**
 * Cuts a text into chunks at line ends, which are left out. A line that is longer than a chunk is cut too: the time that
 * a browser takes to break a long word grows with the square of it.
 */
export function cutInChunks(text: string, spans: readonly TextSpan[]): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  let next = 0;
  for (let start = 0; start <= text.length; ) {
    const { end, lines } = chunkEnd(text, start);
    const within: TextSpan[] = [];
    for (let span = spans[next]; span !== undefined && span.start < end; span = spans[next]) {
      const from = Math.max(span.start, start);
      if (from < span.end) within.push({ ...span, start: from - start, end: Math.min(span.end, end) - start });
      if (span.end > end) break;
      next += 1;
    }
    chunks.push({ start, text: text.slice(start, end), spans: within, lines });
    start = end === text.length || text[end] === '\n' ? end + 1 : end;
  }
  return chunks;
}

function chunkEnd(text: string, start: number): { end: number; lines: number } {
  let lines = 0;
  for (let at = start; ; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (end - start > CHUNK_UNITS) {
      const cut = at > start ? at - 1 : wholeUnits(text, start + CHUNK_UNITS);
      return { end: cut, lines: at > start ? lines : Math.ceil((cut - start) / LINE_UNITS) };
    }
    lines += Math.max(1, Math.ceil((end - at) / LINE_UNITS));
    if (lineEnd === -1 || lines >= CHUNK_LINES) return { end, lines };
    at = end + 1;
  }
}

/** Never half of a surrogate pair. */
function wholeUnits(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
