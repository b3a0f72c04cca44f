import { markCodes, nextMarked } from './marked-codes.ts';
import { matchAt } from './rule.ts';
import type { Edit } from './view.ts';

/** Characters that do not show: soft hyphens, joiners, marks of direction, selectors of variants. */
const INVISIBLE =
  '(?:\\u00AD|\\u034F|\\u061C|\\u180E|[\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF]|[\\uFE00-\\uFE0F])+';
/** Terminal colours, raw and as source code writes them. */
const ESCAPE_CHARACTER = '\u001b';
const RAW_COLOUR = new RegExp(`${ESCAPE_CHARACTER}\\[[0-9;?]{0,32}[A-Za-z]`, 'y');
const WRITTEN_COLOUR = /\\(?:u001[bB]|x1[bB]|033|e)\[[0-9;?]{0,32}[A-Za-z]/y;
/** Printable ASCII as JSON and JavaScript, addresses, and HTML write it. */
const CODE = /\\(?:u00|x)([2-7][0-9A-Fa-f])|\\u\{([2-7][0-9A-Fa-f])\}/y;
const PERCENT = /%([2-7][0-9A-Fa-f])/y;
const ENTITY =
  /&(?:#[xX]0{0,4}([2-7][0-9A-Fa-f])|#0{0,4}([0-9]{2,3})|(amp|lt|gt|quot|apos|equals|colon|sol|lowbar|period|plus|commat));/y;
const RUN_OF_INVISIBLE = new RegExp(INVISIBLE, 'y');
const INVISIBLE_CHARACTER = new RegExp(`^${INVISIBLE}$`);
/** What any of them begins with. */
const BEGINNINGS = markCodes([`%&${ESCAPE_CHARACTER}`, '\\', invisibleCharacters()]);
const BACKSLASH = 2;
/** What follows a backslash here; other escapes of source code stay as they are. */
const BEHIND_BACKSLASH = markCodes(['ux0e/']);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  equals: '=',
  colon: ':',
  sol: '/',
  lowbar: '_',
  period: '.',
  plus: '+',
  commat: '@',
};

/** What has to be undone in a text so that it reads as its author meant it, in ascending order. */
export function findEscapes(text: string, codes: Uint16Array): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = nextMarked(codes, BEGINNINGS, 0); at !== -1; at = nextMarked(codes, BEGINNINGS, at + 1)) {
    const isOther = BEGINNINGS[codes[at] ?? 0] === BACKSLASH && BEHIND_BACKSLASH[codes[at + 1] ?? 0] === 0;
    const edit = isOther ? null : readEscape(text, at);
    if (edit === null) continue;
    edits.push(edit);
    at = edit.end - 1;
  }
  return edits;
}

function invisibleCharacters(): string {
  const characters = Array.from({ length: 65_536 }, (_, code) => String.fromCharCode(code));
  return characters.filter((character) => INVISIBLE_CHARACTER.test(character)).join('');
}

function readEscape(text: string, start: number): Edit | null {
  const sign = text.charAt(start);
  if (sign === '\\') return readBackslash(text, start);
  if (sign === '%') return editOf(matchAt(PERCENT, text, start), start);
  if (sign === '&') return readEntity(text, start);
  return editOf(matchAt(sign === ESCAPE_CHARACTER ? RAW_COLOUR : RUN_OF_INVISIBLE, text, start), start);
}

function readBackslash(text: string, start: number): Edit | null {
  if (text[start + 1] === '/') return { start, end: start + 2, replacement: '/' };
  return editOf(matchAt(CODE, text, start) ?? matchAt(WRITTEN_COLOUR, text, start), start);
}

function readEntity(text: string, start: number): Edit | null {
  const match = matchAt(ENTITY, text, start);
  const [whole = '', hex, decimal, name] = match ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const replacement = name === undefined ? printable(code) : NAMED[name];
  return replacement === undefined ? null : { start, end: start + whole.length, replacement };
}

/** Group 1 or 2 is a code in hex; a match without one stands for nothing. */
function editOf(match: RegExpExecArray | null, start: number): Edit | null {
  if (match === null) return null;
  const hex = match[1] ?? match[2];
  const replacement = hex === undefined ? '' : printable(Number.parseInt(hex, 16));
  return replacement === undefined ? null : { start, end: start + match[0].length, replacement };
}

function printable(code: number): string | undefined {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
