import type { Span } from '../redaction/merge-spans.ts';

/** One escape of JSON; of a backslash before anything else that character is meant. */
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A text with one level of escapes undone, wherever they stand. Each escape becomes one UTF-16 unit. */
export function undoEscapes(text: string): string {
  return text.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? (CONTROLS[character ?? ''] ?? character ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Where spans of the unescaped text stand in the escaped one: whole escapes. Spans in ascending order, apart. */
export function toEscaped(escaped: string, spans: readonly Span[]): readonly Span[] {
  const escapes = escaped.matchAll(ESCAPE);
  let next = escapes.next().value;
  /** By how much the escaped text is longer, up to this place. */
  let shift = 0;
  const place = (offset: number): number => {
    while (next !== undefined && next.index < offset + shift) {
      shift += next[0].length - 1;
      next = escapes.next().value;
    }
    return offset + shift;
  };
  return spans.map(({ start, end, kind }) => ({ start: place(start), end: place(end), kind }));
}
