/** What a record holds beside its text: calls, results, images, and what OpenClaw put in. Reasoning is left out. */
import type { RecordPart } from '../../contract/history-part.ts';
import { decodeUtf8, idAt, isObject, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { callText, contentImages, contentText, imagePart, injectedPart, isImage } from '../parts.ts';
import { textBlocks } from './message-text.ts';
import { textField } from './text-field.ts';
import { splitUserText } from './user-text.ts';

const UNNAMED = 'tool';
const SHELL = 'bash';

export function readParts(bytes: Uint8Array): readonly RecordPart[] {
  return partsOf(parseObject(decodeUtf8(bytes).text));
}

/** `readParts` of a record that is parsed; null: it could not be. */
export function partsOf(record: JsonObject | null): readonly RecordPart[] {
  if (record === null) return [];
  switch (textField(record, 'type') ?? '') {
    case 'message': {
      const message = objectAt(record, 'message');
      return message === null ? [] : messageParts(message);
    }
    case 'custom_message':
      return programParts(record.content);
    case 'compaction':
    case 'branch_summary':
      return injectedPart(stringAt(record, 'summary'));
    default:
      return [];
  }
}

function messageParts(message: JsonObject): readonly RecordPart[] {
  const { content } = message;
  switch (textField(message, 'role') ?? '') {
    case 'user':
      return [...injectedPart(splitUserText(textBlocks(content).join('\n')).injected), ...contentImages(content)];
    case 'assistant':
      return Array.isArray(content) ? content.filter(isObject).flatMap(answerParts) : [];
    case 'toolResult':
      return [resultPart(message), ...contentImages(content)];
    case 'bashExecution':
      return shellParts(message);
    case 'system':
    case 'custom':
    case 'hookMessage':
      return programParts(content);
    case 'branchSummary':
    case 'compactionSummary':
      return injectedPart(stringAt(message, 'summary'));
    default:
      return [];
  }
}

function answerParts(block: JsonObject): readonly RecordPart[] {
  if (isImage(block)) return [imagePart(block)];
  if (block['type'] !== 'toolCall') return [];
  const name = stringAt(block, 'name') ?? UNNAMED;
  return [{ type: 'call', callId: idAt(block, 'id'), name, text: callText(block['arguments']) }];
}

function resultPart(message: JsonObject): RecordPart {
  const isError = typeof message['isError'] === 'boolean' ? message['isError'] : null;
  return { type: 'result', callId: idAt(message, 'toolCallId'), text: contentText(message.content), isError };
}

/** A command that the person ran themselves: call and result in one record. */
function shellParts(message: JsonObject): readonly RecordPart[] {
  const { exitCode } = message;
  const isError = typeof exitCode === 'number' ? exitCode !== 0 : null;
  return [
    { type: 'call', callId: null, name: SHELL, text: stringAt(message, 'command') ?? '' },
    { type: 'result', callId: null, text: stringAt(message, 'output') ?? '', isError },
  ];
}

function programParts(content: unknown): readonly RecordPart[] {
  return [...injectedPart(contentText(content)), ...contentImages(content)];
}
