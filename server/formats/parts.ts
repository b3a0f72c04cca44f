/** Texts and sizes of what a record holds beside its text, the same for all formats. Nothing here throws. */
import type { RecordPart } from '../contract/history-part.ts';
import { isObject, type JsonObject, objectAt, parseObject, stringAt } from './json.ts';

const TOO_DEEP = 'Nested too deeply to be shown.';
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const UNKNOWN_MEDIA = 'image';
const BASE64_CHARACTERS_A_BYTE = 4 / 3;

/** A call's input: the string that it is, or that is all it holds; else pretty JSON. Some writers put JSON into a string. */
export function callText(input: unknown): string {
  if (input === undefined || input === null) return '';
  const value = typeof input === 'string' ? (parseObject(input) ?? input) : input;
  if (typeof value === 'string') return value;
  const [only, ...others] = isObject(value) ? Object.values(value) : [];
  return typeof only === 'string' && others.length === 0 ? only : prettyJson(value);
}

export function prettyJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? '';
  } catch {
    // JSON.parse reads any depth, JSON.stringify does not write it.
    return TOO_DEEP;
  }
}

/** None for a blank text. */
export function injectedPart(text: string | null): readonly RecordPart[] {
  const shown = text?.trim() ?? '';
  return shown === '' ? [] : [{ type: 'injected', text: shown }];
}

/** The texts of a string or a list of blocks, a line each; blocks that are neither text nor image as JSON. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isObject(content) ? prettyJson(content) : '';
  return content
    .filter((block) => !isObject(block) || !isImage(block))
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      return isObject(block) && block['type'] === 'text' ? (stringAt(block, 'text') ?? '') : prettyJson(block);
    })
    .join('\n');
}

export function contentImages(content: unknown): readonly RecordPart[] {
  return Array.isArray(content) ? content.filter(isObject).filter(isImage).map(imagePart) : [];
}

/** Documents too: what a person attached, of whatever media type. */
export function isImage(block: JsonObject): boolean {
  return block['type'] === 'image' || block['type'] === 'document';
}

/** `{data, mimeType}`, or `{source: {data, media_type}}`. The size is 0 where the data was left out and nothing states it. */
export function imagePart(block: JsonObject): RecordPart {
  const source = objectAt(block, 'source') ?? block;
  const named = stringAt(source, 'media_type') ?? stringAt(source, 'mimeType') ?? '';
  return { type: 'image', mediaType: MEDIA_TYPE.test(named) ? named : UNKNOWN_MEDIA, byteLength: imageBytes(source) };
}

function imageBytes(source: JsonObject): number {
  const data = stringAt(source, 'data');
  if (data === null) {
    const stated = source['bytes'];
    return typeof stated === 'number' && Number.isSafeInteger(stated) && stated > 0 ? stated : 0;
  }
  const start = data.startsWith('data:') ? data.indexOf(',') + 1 : 0;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor((data.length - start - padding) / BASE64_CHARACTERS_A_BYTE);
}
