import {
  type MessageInput,
  type MessageReply,
  messageInput,
  PART_TEXT_MAX,
  type RecordPart,
} from '../contract/history.ts';
import { notFound } from '../errors.ts';
import { redact } from '../redaction/redact.ts';
import { redactInput } from '../redaction/redact-input.ts';
import { type RenderedText, renderMasks } from '../text/render-masks.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

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

/** All of a text is redacted before it is cut: half a secret would not be seen. */
function toText(part: RecordPart): { text: string; isCut: boolean } {
  if (part.type === 'image') return { text: '', isCut: false };
  const { text, masks } = part.type === 'call' ? redactInput(part.text) : redact(part.text);
  return cut(renderMasks(text, masks));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A character of more units than this is cut. */
const CHARACTER_UNITS_MAX = 1000;

function cut({ text, redactions }: RenderedText): { text: string; isCut: boolean } {
  if (text.length <= PART_TEXT_MAX) return { text, isCut: false };
  const label = redactions.find(({ start, end }) => start < PART_TEXT_MAX && PART_TEXT_MAX < end);
  if (label !== undefined) return { text: text.slice(0, label.start), isCut: true };
  const near = PART_TEXT_MAX - CHARACTER_UNITS_MAX;
  const character = graphemes
    .segment(text.slice(near, PART_TEXT_MAX + CHARACTER_UNITS_MAX))
    .containing(CHARACTER_UNITS_MAX);
  const start = near + (character?.index ?? CHARACTER_UNITS_MAX);
  return { text: text.slice(0, start), isCut: true };
}
