import type { RecordPart } from '../contract/history-part.ts';
import { boundaryName, type ExportHead, exportTime, readable, speakerOf } from './export-head.ts';
import { quoteMarkdown } from './export-markdown-quote.ts';
import type { ExportedMessage } from './export-messages.ts';

/** A session as Markdown. What a message says stands in a quotation, so that it can forge no heading of this file. */
export async function* exportMarkdown(
  head: ExportHead,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<string, void, undefined> {
  yield `# ${inLine(head.title)}\n\n| | |\n| --- | --- |\n`;
  for (const [name, value] of head.facts) yield `| ${name} | ${inLine(value)} |\n`;
  let count = 0;
  for await (const message of messages) {
    count += boundaryName(message) === null ? 1 : 0;
    yield* oneMessage(message);
  }
  yield `\n---\n\nEnd of the session: ${count} messages shown.\n`;
}

function* oneMessage(message: ExportedMessage): Generator<string> {
  const boundary = boundaryName(message);
  const when = exportTime(message.timeMs);
  const model = message.model === null ? '' : ` · ${inLine(message.model)}`;
  yield boundary === null ? `\n## ${speakerOf(message)} · ${when}${model}\n` : `\n---\n\n*${boundary} · ${when}*\n`;
  if (message.text !== '') yield `\n${quoteMarkdown(readable(message.text))}\n`;
  for (const part of message.parts) yield `\n${onePart(part)}\n`;
}

function onePart(part: RecordPart): string {
  switch (part.type) {
    case 'call':
      return `**Tool call: ${inLine(part.name)}**\n\n${fenced(part.text, 'json')}`;
    case 'result':
      return `**Tool result${part.isError === true ? ' (failed)' : ''}**\n\n${fenced(part.text, '')}`;
    case 'injected':
      return `**Put in by a program**\n\n${fenced(part.text, '')}`;
    case 'image':
      return `*Image: ${inLine(part.mediaType)}, ${part.byteLength} bytes*`;
  }
}

/** A block of code whose fence is longer than any inside. */
function fenced(text: string, language: string): string {
  const inside = readable(text);
  let longest = 2;
  for (const [run] of inside.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${inside}${inside.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A name or a value as text of one line: nothing in it means anything to Markdown. */
function inLine(text: string): string {
  return readable(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
