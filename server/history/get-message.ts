import { type MessageInput, type MessageReply, messageInput } from '../contract/history.ts';
import { PART_TEXT_MAX, type RecordPart } from '../contract/history-part.ts';
import type { TextNode } from '../contract/query.ts';
import { notFound } from '../errors.ts';
import { renderMasks } from '../text/render-masks.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { highlight, readHighlight } from './highlights.ts';
import { cutPart, redactPart } from './part-text.ts';

/** One message, on whatever branch, with its parts in full. Throws `not-found`. */
export async function getMessage(scope: ReadScope, input: MessageInput): Promise<MessageReply> {
  const ask = messageInput.parse(input);
  const session = await getSession(scope, ask.session);
  const row = await scope.engine.findMessage(scope.reach, { sessionId: session.id, messageId: ask.messageId });
  if (row === null) throw notFound();
  const wanted = readHighlight(ask.highlight);
  return {
    messageId: row.messageId,
    kind: row.kind,
    role: row.role,
    timestamp: row.timeMs,
    text: renderMasks(row.text, row.masks).text,
    parts: row.parts.map((part) => toText(part, wanted)),
  };
}

function toText(part: RecordPart, wanted: TextNode | null): MessageReply['parts'][number] {
  if (part.type === 'image') return { text: '', isCut: false, highlights: [] };
  const redacted = redactPart(part);
  const { text, isCut } = cutPart(redacted, PART_TEXT_MAX);
  // A mask is shown longer than it is: what is shown comes from so much of the text at most.
  const read = redacted.text.slice(0, PART_TEXT_MAX);
  const masks = redacted.masks.filter(({ offset }) => offset < read.length);
  const { highlights } = highlight(part.type === 'call' ? withoutEscapes(read) : read, masks, wanted);
  return { text, isCut, highlights: highlights.filter(([, end]) => end <= text.length) };
}

/** The JSON of a call, as long as before, with blanks for the white space that it escapes: `\\ndone` holds the word `done`. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\(.)/g, (pair, character: string) => ('bfnrt'.includes(character) ? '  ' : pair));
}
