import { MASK_CHARACTER, type Redacted } from '../contract/redaction.ts';
import { redact, redactAgain } from './redact.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * A call's input without its secrets. In JSON each string is looked at as it was before it was escaped, since an escape
 * inside a secret can hide it, and then all of it, since a name beside a value can give it away. Linear in the text.
 */
export function redactInput(input: string): Redacted {
  if (!input.startsWith('{') && !input.startsWith('[')) return redact(input);
  // From here on a mask character is a mask.
  const raw = input.replaceAll(MASK_CHARACTER, '\uFFFD');
  const pieces: string[] = [];
  const kinds: string[] = [];
  let from = 0;
  for (let start = raw.indexOf('"'); start !== -1; start = raw.indexOf('"', from)) {
    const end = literalEnd(raw, start);
    if (end === -1) break;
    const hidden = raw.slice(start, end).includes('\\') ? redactLiteral(raw.slice(start, end)) : null;
    pieces.push(raw.slice(from, start), hidden?.literal ?? raw.slice(start, end));
    kinds.push(...(hidden?.kinds ?? []));
    from = end;
  }
  if (kinds.length === 0) return redact(raw);
  pieces.push(raw.slice(from));
  const text = pieces.join('');
  let offset = -1;
  const masks = kinds.map((kind) => {
    offset = text.indexOf(MASK_CHARACTER, offset + 1);
    return { offset, kind };
  });
  return redactAgain(text, masks);
}

/** Index behind the quotation mark that closes the one at `start`; -1 without one. */
function literalEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at += 1;
    else if (unit === QUOTE) return at + 1;
  }
  return -1;
}

/** Null when it holds no secret, or is no string of JSON. */
function redactLiteral(literal: string): { literal: string; kinds: readonly string[] } | null {
  try {
    const value: unknown = JSON.parse(literal);
    const { text, masks } = redact(typeof value === 'string' ? value : '');
    return masks.length === 0 ? null : { literal: JSON.stringify(text), kinds: masks.map(({ kind }) => kind) };
  } catch {
    return null;
  }
}
