/** What a record holds beside its text: calls, results, images, and what programs put in. */
import type { RecordPart } from '../../contract/history-part.ts';
import { decodeUtf8, idAt, type JsonObject, parseObject, stringAt } from '../json.ts';
import { readCall } from './calls.ts';
import { readContent } from './content.ts';
import { openEnvelope } from './envelope.ts';
import { readImage } from './images.ts';
import { itemKind } from './item-kinds.ts';
import { readOutput } from './outputs.ts';
import { splitUserText } from './user-text.ts';

/**
 * `bytes`: one line, without the line feed. In the record's order, with whole texts that are not redacted. Never throws.
 * Events have no parts: they repeat for a screen what the items say.
 */
export function readParts(bytes: Uint8Array): readonly RecordPart[] {
  return partsOf(parseObject(decodeUtf8(bytes).text));
}

/** `readParts` of a record that is parsed; null: it could not be. */
export function partsOf(record: JsonObject | null): readonly RecordPart[] {
  const envelope = record === null ? null : openEnvelope(record);
  if (envelope === null) return [];
  const { type, payload, payloadType } = envelope;
  if (type === 'inter_agent_communication') return injectedTexts(payload);
  if (type !== 'response_item') return [];
  if (payloadType === 'message') return messageParts(payload);
  const kind = itemKind(payloadType)?.kind;
  if (kind === 'injected') return injectedTexts(payload);
  if (kind === 'tool-result') return resultParts(payload);
  return kind === 'message' ? callParts(payload) : [];
}

function messageParts(item: JsonObject): RecordPart[] {
  const { texts, imageUrls } = readContent(item['content']);
  const images = imageUrls.map(readImage);
  if (item['role'] === 'assistant') return images;
  const injected = item['role'] === 'user' ? texts.flatMap((text) => splitUserText(text).injected) : texts;
  return [...injected.map(injectedPart), ...images];
}

function injectedTexts(payload: JsonObject): RecordPart[] {
  return readContent(payload['content']).texts.map(injectedPart);
}

function injectedPart(text: string): RecordPart {
  return { type: 'injected', text };
}

/** A picture that the model drew lies in the call itself. */
function callParts(item: JsonObject): RecordPart[] {
  const call: RecordPart = { type: 'call', callId: callIdOf(item), ...readCall(item) };
  const drawn = item['type'] === 'image_generation_call' ? stringAt(item, 'result') : null;
  return drawn === null || drawn === '' ? [call] : [call, readImage(`data:;base64,${drawn}`)];
}

function resultParts(item: JsonObject): RecordPart[] {
  const { text, isError, imageUrls } = readOutput(item);
  return [{ type: 'result', callId: callIdOf(item), text, isError }, ...imageUrls.map(readImage)];
}

function callIdOf(item: JsonObject): string | null {
  return idAt(item, 'call_id') ?? idAt(item, 'id');
}
