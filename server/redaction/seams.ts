import { mixesCharacters } from './looks-random.ts';
import { markCodes, nextMarked } from './marked-codes.ts';
import { matchAt } from './rule.ts';
import type { Edit } from './view.ts';

/** What a seam can begin with: a line end, a backslash that writes one, a sign in a line, a quote. */
const SIGNS = markCodes(['\n', '\\', '*~<', '"\'']);
const BACKSLASH = 2;
const INSIDE = 3;
const QUOTE = 4;

/** A line break or two (blocks of one message are joined by an empty line), and what quotes or numbers the next line. */
const BREAK = /(?:(?:\r?\n|\\r|\\n)[ \t]{0,40}){1,3}(?:(?:[>|+#]|[0-9]{1,6}[→:|\t]) {0,4})?/y;
/** The same between pieces of source code: `" +`, `"`. */
const NEXT_PIECE = /\+?[ \t]{0,8}["']/y;
/** Emphasis in Markdown and HTML, and pieces of source code put together in one line. */
const INSIDE_LINE = /\*{1,3}|~~|["'] {0,2}[+.] {0,2}["']|<\/?(?:b|i|em|strong|wbr|mark)>/y;

/** What can stand in a token; a line that goes on with a short or plain word does not continue one. */
const CONTINUATION = /[A-Za-z0-9_+/.-]{8,64}/y;
/** Spaces, a quote, `+` and a backslash that can stand at the end of a line before its break. */
const LINE_END_SIGNS: ReadonlySet<number> = new Set([...' \t\r\\+"\''].map((sign) => sign.charCodeAt(0)));
const LINE_END_MOST = 6;
const PIECE_FEWEST = 3;

/**
 * Places where a token may have been cut in two, in ascending order: to be left out of a view that only rules read
 * whose secrets need no context.
 */
export function findSeams(text: string, codes: Uint16Array): readonly Edit[] {
  const seams: Edit[] = [];
  let readTo = 0;
  for (let at = nextMarked(codes, SIGNS, 1); at !== -1; at = nextMarked(codes, SIGNS, at + 1)) {
    const kind = SIGNS[codes[at] ?? 0] ?? 0;
    if (at < readTo || !mayBeSeam(kind, codes, at)) continue;
    const seam = kind === INSIDE || kind === QUOTE ? insideSeam(text, at) : lineSeam(text, at);
    if (seam === null || seam.start < readTo) continue;
    seams.push({ ...seam, replacement: '' });
    readTo = seam.end;
  }
  return seams;
}

/** Rules out nearly all places by the characters beside them. */
function mayBeSeam(kind: number, codes: Uint16Array, at: number): boolean {
  const before = codes[at - 1] ?? 0;
  const next = codes[at + 1] ?? 0;
  if (kind === BACKSLASH && next !== 0x6e && next !== 0x72) return false;
  if (kind === QUOTE && next !== 0x20 && next !== 0x2b && next !== 0x2e) return false;
  return isTokenCode(before) || (kind !== INSIDE && kind !== QUOTE && LINE_END_SIGNS.has(before));
}

function lineSeam(text: string, at: number): { start: number; end: number } | null {
  const { start, quote } = readLineEnd(text, at);
  if (!isTokenCode(text.charCodeAt(start - 1))) return null;
  let end = at + (matchAt(BREAK, text, at)?.[0].length ?? 1);
  if (quote !== null) {
    const piece = matchAt(NEXT_PIECE, text, end);
    if (piece === null) return null;
    end += piece[0].length;
  }
  return continuesAt(text, end) ? { start, end } : null;
}

/** Back from a line break over what source code and terminals put in front of it. */
function readLineEnd(text: string, at: number): { readonly start: number; readonly quote: string | null } {
  for (let start = at; start > 0 && at - start < LINE_END_MOST; start -= 1) {
    const before = text.charAt(start - 1);
    if (before === '"' || before === "'") return { start: start - 1, quote: before };
    if (!LINE_END_SIGNS.has(before.charCodeAt(0))) return { start, quote: null };
  }
  return { start: Math.max(0, at - LINE_END_MOST), quote: null };
}

function continuesAt(text: string, at: number): boolean {
  const run = matchAt(CONTINUATION, text, at)?.[0];
  if (run === undefined || !mixesCharacters(run)) return false;
  // `AWS_S3_BUCKET_2=`, `get_v2(`: a name that something is given to, not the rest of a token.
  const next = text.charAt(at + run.length);
  return next === '=' ? !isTokenCode(text.charCodeAt(at + run.length + 1)) : !':(['.includes(next) || next === '';
}

function insideSeam(text: string, start: number): { start: number; end: number } | null {
  if (!isTokenPiece(text, start - PIECE_FEWEST)) return null;
  const sign = matchAt(INSIDE_LINE, text, start)?.[0];
  const end = start + (sign?.length ?? 0);
  return sign !== undefined && isTokenPiece(text, end) ? { start, end } : null;
}

/** Of fewer characters, `a*b` is a product. */
function isTokenPiece(text: string, at: number): boolean {
  for (let index = at; index < at + PIECE_FEWEST; index += 1) if (!isTokenCode(text.charCodeAt(index))) return false;
  return true;
}

function isTokenCode(code: number): boolean {
  if (code >= 0x61 && code <= 0x7a) return true;
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}
