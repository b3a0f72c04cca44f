/** What a line holds beside its text: calls, results, images, and what programs put in. Reasoning is left out. */
import type { RecordPart } from '../../contract/history-part.ts';
import { decodeUtf8, idAt, isObject, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { callText, contentImages, contentText, imagePart, injectedPart, isImage, prettyJson } from '../parts.ts';
import { rawContent } from './content.ts';
import { splitInjected } from './injected-text.ts';
import { type ChainType, findChainType } from './line-types.ts';
import { readSpeech } from './speech.ts';

const UNNAMED = 'tool';

type TextReader = (text: string) => readonly RecordPart[];

export function readParts(bytes: Uint8Array): readonly RecordPart[] {
  return partsOf(parseObject(decodeUtf8(bytes).text));
}

/** `readParts` of a record that is parsed; null: it could not be. */
export function partsOf(record: JsonObject | null): readonly RecordPart[] {
  const type = record === null ? null : findChainType(stringAt(record, 'type'));
  if (record === null || type === null) return [];
  switch (type) {
    case 'user':
    case 'assistant':
      return contentParts(rawContent(record), textReader(record, type));
    case 'attachment':
      return attachmentParts(record);
    case 'system':
      // A boundary only says that it is one.
      return record['subtype'] === 'compact_boundary' ? [] : injectedPart(stringAt(record, 'content'));
    case 'progress':
      return [];
  }
}

/** Of a person's text the part that is not theirs; of a program's line everything; of a model's answer nothing. */
function textReader(record: JsonObject, type: ChainType): TextReader {
  const { kind, role } = readSpeech(record, type);
  if (kind === 'injected') return injectedPart;
  return role === 'assistant' ? () => [] : (text) => splitInjected(text).injected.flatMap(injectedPart);
}

/** A queued prompt stands for a user's line. Any other attachment is a program's; what has no plain text is shown as JSON. */
function attachmentParts(record: JsonObject): readonly RecordPart[] {
  const attachment = objectAt(record, 'attachment');
  if (attachment === null) return [];
  const prompt = attachment['type'] === 'queued_command' ? attachment['prompt'] : undefined;
  if (typeof prompt === 'string' || Array.isArray(prompt))
    return contentParts(prompt, textReader(record, 'attachment'));
  const texts = [stringAt(attachment, 'content'), stringAt(attachment, 'text')].flatMap(injectedPart);
  return texts.length > 0 ? texts : injectedPart(prettyJson(attachment));
}

function contentParts(content: unknown, ofText: TextReader): readonly RecordPart[] {
  if (typeof content === 'string') return ofText(content);
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) => {
    if (typeof block === 'string') return ofText(block);
    return isObject(block) ? blockParts(block, ofText) : [];
  });
}

/** Tools that the model's own server runs have names like `server_tool_use` and `web_search_tool_result`. */
function blockParts(block: JsonObject, ofText: TextReader): readonly RecordPart[] {
  const type = stringAt(block, 'type') ?? '';
  if (type === 'text') return ofText(stringAt(block, 'text') ?? '');
  if (isImage(block)) return [imagePart(block)];
  if (type.endsWith('tool_use')) {
    const name = stringAt(block, 'name') ?? UNNAMED;
    return [{ type: 'call', callId: idAt(block, 'id'), name, text: callText(block['input']) }];
  }
  return type.endsWith('tool_result') ? resultParts(block) : [];
}

function resultParts(block: JsonObject): readonly RecordPart[] {
  const content = block['content'] ?? block['text'];
  const isError = typeof block['is_error'] === 'boolean' ? block['is_error'] : null;
  const result = { type: 'result', callId: idAt(block, 'tool_use_id'), text: contentText(content), isError } as const;
  return [result, ...contentImages(content)];
}
