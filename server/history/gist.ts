import { GIST_MAX } from '../contract/history-part.ts';
import { MASK_CHARACTER, type Mask, type Redacted } from '../contract/redaction.ts';
import { redact } from '../redaction/redact.ts';
import { cutSnippet } from '../text/snippet.ts';

/** Room for white space that shrinks; reading more of each of some thousand texts would be felt. */
const READ_UNITS = 2 * GIST_MAX;

/** The beginning of a redacted text as one line of at most `GIST_MAX` units; masks as `[redacted:kind]`, whole or not at all. */
export function gistOf(text: string, masks: readonly Mask[]): string {
  const head = text.length > READ_UNITS ? text.slice(0, READ_UNITS) : text;
  return cutSnippet({ text: head, spans: [], masks, maxLength: GIST_MAX }).snippet;
}

/** The same of a text that is not redacted yet: all of it is, before it is cut. */
export function gistOfRaw(raw: string): string {
  const { text, masks } = redact(raw);
  return gistOf(text, masks);
}

/** What a call is about, where its input has one of these: the first of them says most. */
const TELLING_FIELDS = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'prompt', 'description'] as const;

/** Of a call's input (pretty JSON, or a plain string; redacted as input) its most telling field, else all of it. */
export function gistOfCall({ text, masks }: Redacted): string {
  for (const field of TELLING_FIELDS) {
    const found = fieldIn(text, masks, field);
    if (found !== null && found.text.trim() !== '') return gistOf(found.text, found.masks);
  }
  return gistOf(text, masks);
}

/**
 * A string of the outermost object, with its masks. The whole is redacted first, as JSON, since what stands beside a
 * secret can give it away; so the field is cut out of that. Only the outermost fields are indented by two spaces.
 */
function fieldIn(json: string, masks: readonly Mask[], field: string): { text: string; masks: Mask[] } | null {
  const key = `\n  "${field}": "`;
  const at = json.startsWith('{') ? json.indexOf(key) : -1;
  if (at === -1) return null;
  const start = at + key.length - 1;
  const lineEnd = json.indexOf('\n', start);
  const end = json.endsWith(',', lineEnd) ? lineEnd - 1 : lineEnd;
  const text = readString(json.slice(start, end));
  if (text === null) return null;
  const within = masks.filter((mask) => mask.offset >= start && mask.offset < end);
  return { text, masks: placeMasks(text, within) };
}

/** Escapes are shorter now, so each mask is where its character is. */
function placeMasks(text: string, masks: readonly Mask[]): Mask[] {
  let offset = -1;
  return masks.map(({ kind }) => {
    offset = text.indexOf(MASK_CHARACTER, offset + 1);
    return { offset, kind };
  });
}

/** Null when a mask took a quotation mark along. */
function readString(literal: string): string | null {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
