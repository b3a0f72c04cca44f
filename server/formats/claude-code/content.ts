/** The blocks of a message, whatever shape they came in: a string, a list of blocks, or nonsense. */
import { idAt, isObject, type JsonObject, stringAt } from '../json.ts';

export type Content = {
  /** One for each text block, as written. */
  readonly texts: readonly string[];
  readonly hasToolResult: boolean;
  /** Of tool calls and of results. */
  readonly toolIds: readonly string[];
  readonly hasImage: boolean;
  readonly hasDocument: boolean;
};

const NO_CONTENT: Content = { texts: [], hasToolResult: false, toolIds: [], hasImage: false, hasDocument: false };

export function readContent(content: unknown): Content {
  if (typeof content === 'string') return { ...NO_CONTENT, texts: [content] };
  if (!Array.isArray(content)) return NO_CONTENT;
  const texts = content.map(textOfBlock).filter((text) => text !== null);
  const blocks = content.filter(isObject);
  return {
    texts,
    hasToolResult: blocks.some((block) => block['type'] === 'tool_result'),
    toolIds: blocks.map(toolIdOfBlock).filter((id) => id !== null),
    hasImage: blocks.some((block) => block['type'] === 'image'),
    hasDocument: blocks.some((block) => block['type'] === 'document'),
  };
}

export function messageContent(record: JsonObject): Content {
  return readContent(rawContent(record));
}

/** The content of a user's or an assistant's line; some writers put a bare string where the message belongs. */
export function rawContent(record: JsonObject): unknown {
  const message = record['message'];
  return isObject(message) ? message['content'] : message;
}

export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

function textOfBlock(block: unknown): string | null {
  if (typeof block === 'string') return block;
  return isObject(block) && block['type'] === 'text' ? stringAt(block, 'text') : null;
}

function toolIdOfBlock(block: JsonObject): string | null {
  if (block['type'] === 'tool_use') return idAt(block, 'id');
  return block['type'] === 'tool_result' ? idAt(block, 'tool_use_id') : null;
}
