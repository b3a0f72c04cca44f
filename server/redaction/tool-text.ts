import type { RecordPart } from '../contract/history-part.ts';
import { MASK_CHARACTER, type Redacted } from '../contract/redaction.ts';
import { redactAgain } from './redact.ts';
import { redactInput } from './redact-input.ts';

/** Of a record's tool calls and results so much is searched, in UTF-16 units: 256 Ki. */
export const TOOL_TEXT_MAX = 262_144;
/** Longer than any secret: what lies behind the bound is looked at so far, so that no secret is cut in two. */
const BEHIND = 65_536;

const SPACES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([nrtbf"\\/]))/g;

/**
 * What a search of tools looks at in a record: names, inputs and results of its calls, in their order, a line each, with
 * the secrets masked. Empty when the record holds no call and no result.
 */
export function redactToolText(parts: readonly RecordPart[]): Redacted {
  const { pieces, isCut } = takePieces(parts);
  if (pieces.length === 0) return { text: '', masks: [] };
  const { text, masks } = redactAgain(...joined(pieces));
  // Masking and plain escapes only shorten: this many units of what is left are at least as many of the record.
  const end = wholeCharacters(text, Math.min(TOOL_TEXT_MAX, isCut ? text.length - BEHIND : text.length));
  return { text: text.slice(0, end), masks: masks.filter(({ offset }) => offset < end) };
}

/** Each input is redacted by itself first: in JSON an escape can hide a secret from whoever looks at the whole alone. */
function takePieces(parts: readonly RecordPart[]): { pieces: readonly Redacted[]; isCut: boolean } {
  const pieces: Redacted[] = [];
  let room = TOOL_TEXT_MAX + BEHIND;
  const take = (text: string): string => {
    const taken = text.slice(0, Math.max(0, room));
    room -= text.length + 1;
    return taken;
  };
  for (const part of parts) {
    if (part.type !== 'call' && part.type !== 'result') continue;
    if (room <= 0) return { pieces, isCut: true };
    if (part.type === 'call') pieces.push(plain(take(part.name)), unescaped(redactInput(take(part.text))));
    else pieces.push(plain(take(part.text)));
  }
  return { pieces, isCut: room < 0 };
}

function joined(pieces: readonly Redacted[]): [string, Redacted['masks']] {
  let offset = 0;
  const masks = pieces.flatMap((piece) => {
    const start = offset;
    offset += piece.text.length + 1;
    return piece.masks.map((mask) => ({ ...mask, offset: start + mask.offset }));
  });
  return [pieces.map(({ text }) => text).join('\n'), masks];
}

function plain(text: string): Redacted {
  return { text, masks: [] };
}

/** The strings of JSON as they were before they were escaped: else `\n` would stand as a letter before the next word. */
function unescaped({ text, masks }: Redacted): Redacted {
  if (!/^[{[]/.test(text) || !text.includes('\\')) return { text, masks };
  const readable = text.replace(ESCAPE, (_, code: string | undefined, sign: string | undefined) => {
    if (code === undefined) return SPACES[sign ?? ''] ?? sign ?? '';
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character === MASK_CHARACTER ? '\uFFFD' : character;
  });
  let offset = -1;
  return {
    text: readable,
    masks: masks.map(({ kind }) => {
      offset = readable.indexOf(MASK_CHARACTER, offset + 1);
      return { offset, kind };
    }),
  };
}

function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : Math.max(0, end);
}
