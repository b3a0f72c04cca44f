/** The content of a message: a list of blocks, or in some writers a plain string. */
import { isObject, type JsonObject, objectAt, stringAt } from '../json.ts';

const TEXT_TYPES: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text', 'Text', 'inputText']);
const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['input_image', 'image', 'inputImage']);
/** Stand around an image's block and say nothing but that it is one. */
const IMAGE_MARK = /^\s*<(?:\/image|image(?:\s[^<>]{0,300})?)>\s*$/;

export type Content = {
  /** One for each text block, as written; without the marks around images. */
  readonly texts: readonly string[];
  /** Address of each image, mostly a data URL; null where it was left out. */
  readonly imageUrls: readonly (string | null)[];
};

/** A single block may stand where a list belongs. Anything else has no content. */
export function readContent(content: unknown): Content {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.map(textOf).filter((text) => text !== null);
  return {
    texts: texts.filter((text) => !IMAGE_MARK.test(text)),
    imageUrls: blocks.filter(isImage).map(imageUrl),
  };
}

export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

function textOf(block: unknown): string | null {
  if (typeof block === 'string') return block;
  return isObject(block) && TEXT_TYPES.has(block['type']) ? stringAt(block, 'text') : null;
}

function isImage(block: unknown): block is JsonObject {
  return isObject(block) && IMAGE_TYPES.has(block['type']);
}

function imageUrl(block: JsonObject): string | null {
  return stringAt(block, 'image_url') ?? stringAt(objectAt(block, 'image_url') ?? {}, 'url');
}
