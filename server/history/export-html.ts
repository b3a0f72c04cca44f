import type { RecordPart } from '../contract/history-part.ts';
import { boundaryName, type ExportHead, exportStamp, exportTime, readable, speakerOf } from './export-head.ts';
import { EXPORT_STYLE } from './export-html-style.ts';
import type { ExportedMessage } from './export-messages.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A session as one page that loads nothing and runs nothing. Each message has an anchor: `#m1`, `#m2` and so on. */
export async function* exportHtml(
  head: ExportHead,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<string, void, undefined> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(head.title)}</title>
<style>${EXPORT_STYLE}</style>
</head>
<body>
<header>
<h1 dir="auto">${escaped(head.title)}</h1>
<dl>${head.facts.map(([name, value]) => `<dt>${name}</dt><dd dir="auto">${escaped(value)}</dd>`).join('\n')}</dl>
</header>
<main>
`;
  let count = 0;
  let shown = 0;
  for await (const message of messages) {
    count += 1;
    shown += boundaryName(message) === null ? 1 : 0;
    yield* oneMessage(message, `m${count}`);
  }
  yield `</main>\n<footer>End of the session: ${shown} messages shown.</footer>\n</body>\n</html>\n`;
}

function* oneMessage(message: ExportedMessage, anchor: string): Generator<string> {
  const boundary = boundaryName(message);
  const time = `<time datetime="${exportStamp(message.timeMs)}">${exportTime(message.timeMs)}</time>`;
  const model = message.model === null ? '' : ` <bdi>${escaped(message.model)}</bdi>`;
  const style = boundary === null ? (message.role ?? 'other') : 'boundary';
  yield `<article id="${anchor}" class="${style}">\n<h2>${boundary ?? speakerOf(message)} ${time}${model} <a href="#${anchor}">#</a></h2>\n`;
  if (message.text !== '') yield `<div class="text" dir="auto">${escaped(message.text)}</div>\n`;
  for (const part of message.parts) yield onePart(part);
  yield '</article>\n';
}

function onePart(part: RecordPart): string {
  switch (part.type) {
    case 'call':
      return folded(`Tool call: <bdi>${escaped(part.name)}</bdi>`, part.text);
    case 'result':
      return folded(part.isError === true ? 'Tool result (failed)' : 'Tool result', part.text);
    case 'injected':
      return folded('Put in by a program', part.text);
    case 'image':
      return `<p>Image: <bdi>${escaped(part.mediaType)}</bdi>, ${part.byteLength} bytes</p>\n`;
  }
}

/** The parser drops a line feed right behind `<pre>`: one of ours stands there, so that the text keeps its own. */
function folded(summary: string, text: string): string {
  return `<details>\n<summary>${summary}</summary>\n<pre dir="auto">\n${escaped(text)}</pre>\n</details>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return readable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
