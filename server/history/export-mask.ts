import { MASK_CHARACTER } from '../contract/redaction.ts';
import { mergeSpans, type Span } from '../redaction/merge-spans.ts';
import { secretSpans } from '../redaction/secret-spans.ts';
import { maskLabel } from '../text/render-masks.ts';
import { toEscaped, undoEscapes } from './export-escapes.ts';

/** JSON in JSON in JSON: so often escapes are undone. Each level that a text really has doubles its backslashes. */
const LEVELS_MAX = 4;
const WALL = '\uFFFD';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A text with each secret as `[redacted:kind]`, and all else as it was; the same string when it holds none. A secret
 * that escapes hide is seen too. JSON stays JSON: of what spans several strings, each one's part is masked. Linear.
 */
export function maskSecrets(text: string): string {
  const levels = levelsOf(text);
  if (levels.every((level) => findIn(level).length === 0)) return text;
  if (!isJson(text)) return write(text, findSpans(levels));
  // With escapes, the line as it stands is nobody's text: `\npm_` is a line end before `pm_`.
  const spans = levels.length === 1 ? findSpans(levels) : toEscaped(text, findSpans(levels.slice(1)));
  return write(text, insideStrings(text, spans));
}

/** The text, and what it is with one more level of escapes undone each. */
function levelsOf(text: string): readonly string[] {
  const levels = [text];
  for (let last = text; last.includes('\\') && levels.length <= LEVELS_MAX; levels.push(last)) last = undoEscapes(last);
  return levels;
}

/** Secrets of all levels, in units of the first. */
function findSpans(levels: readonly string[]): readonly Span[] {
  return levels.reduceRight<readonly Span[]>(
    (deeper, level) => mergeSpans([...toEscaped(level, deeper), ...findIn(level)]),
    [],
  );
}

/** What `redact` takes for no text ends a secret here too. Changes no length. */
function findIn(text: string): readonly Span[] {
  return secretSpans(text.toWellFormed().replaceAll('\0', WALL).replaceAll(MASK_CHARACTER, WALL));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

/** The parts of spans that lie inside strings of JSON, without their quotation marks. */
function insideStrings(json: string, spans: readonly Span[]): readonly Span[] {
  const inside: Span[] = [];
  let first = 0;
  for (let open = json.indexOf('"'); open !== -1 && first < spans.length; ) {
    const close = closingQuote(json, open);
    while ((spans[first]?.end ?? json.length) <= open) first += 1;
    for (let index = first; index < spans.length; index += 1) {
      const span = spans[index];
      if (span === undefined || span.start >= close) break;
      const [start, end] = [Math.max(span.start, open + 1), Math.min(span.end, close)];
      if (start < end) inside.push({ ...span, start, end });
      if (span.end <= close) first = index + 1;
    }
    open = json.indexOf('"', close + 1);
  }
  return inside;
}

function closingQuote(json: string, open: number): number {
  for (let at = open + 1; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === BACKSLASH) at += 1;
    else if (unit === QUOTE) return at;
  }
  return json.length;
}

function write(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, kind } of spans) {
    pieces.push(text.slice(from, start), maskLabel(kind));
    from = end;
  }
  return spans.length === 0 ? text : pieces.join('') + text.slice(from);
}
