import {
  type MessageInput,
  type MessageReply,
  messageInput,
  PART_TEXT_MAX,
  type RecordPart,
} from '../contract/history.ts';
import { notFound } from '../errors.ts';
import { renderMasks } from '../text/render-masks.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { cutPart, redactPart } from './part-text.ts';

/** One message, on whatever branch, with its parts in full. Throws `not-found`. */
export async function getMessage(scope: ReadScope, input: MessageInput): Promise<MessageReply> {
  const ask = messageInput.parse(input);
  const session = await getSession(scope, ask.session);
  const row = await scope.engine.findMessage(scope.reach, { sessionId: session.id, messageId: ask.messageId });
  if (row === null) throw notFound();
  return {
    messageId: row.messageId,
    kind: row.kind,
    role: row.role,
    timestamp: row.timeMs,
    text: renderMasks(row.text, row.masks).text,
    parts: row.parts.map(toText),
  };
}

function toText(part: RecordPart): { text: string; isCut: boolean } {
  if (part.type === 'image') return { text: '', isCut: false };
  const { text, isCut } = cutPart(redactPart(part), PART_TEXT_MAX);
  return { text, isCut };
}
