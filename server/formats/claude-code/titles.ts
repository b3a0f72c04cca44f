/** Which line names a session: hints are taken while reading, the choice is made over the whole file. */
import { idAt, type JsonObject, shorten, stringAt } from '../json.ts';
import type { Content } from './content.ts';
import { type ClaudeCodeOutline, TITLE_SOURCES, type TitleHint, type TitleSource } from './facts.ts';
import { stripInjected } from './injected-text.ts';

const MAX_TITLE_LENGTH = 120;
const COMMAND_NAME = /<command-name>([^<]{1,200})<\/command-name>/;
const STARTS_WITH_TAG = /^<[a-z][\w-]*[\s>]/;

/** Names that a person or the program gives later stand; of prompts the first tells what a session is about. */
const LATEST_WINS: ReadonlySet<TitleSource> = new Set(['custom', 'ai', 'last-prompt', 'summary']);

const TITLE_LINES: ReadonlyMap<string, { readonly source: TitleSource; readonly key: string }> = new Map([
  ['custom-title', { source: 'custom', key: 'customTitle' }],
  ['ai-title', { source: 'ai', key: 'aiTitle' }],
  ['last-prompt', { source: 'last-prompt', key: 'lastPrompt' }],
  ['summary', { source: 'summary', key: 'summary' }],
]);

/** The hint of a line that does nothing but name a session. */
export function titleOfLine(record: JsonObject, type: string): TitleHint | null {
  const line = TITLE_LINES.get(type);
  if (!line) return null;
  return hint(line.source, stripInjected(stringAt(record, line.key) ?? ''), idAt(record, 'leafUuid'));
}

/** The hint of a person's line; `text` is its content without what programs put into it. */
export function promptTitle(content: Content, text: string): TitleHint | null {
  const command = findCommand(content.texts);
  if (command !== null) return hint('command', `${command} ${text}`);
  const isShell = content.texts.some((each) => each.trimStart().startsWith('<bash-input>'));
  if (text !== '' && !STARTS_WITH_TAG.test(text)) return hint('prompt', isShell ? `! ${text}` : text);
  if (content.hasImage) return hint('image', 'Image');
  return content.hasDocument ? hint('document', 'Document') : null;
}

function findCommand(texts: readonly string[]): string | null {
  for (const text of texts) {
    const command = text.includes('<') ? COMMAND_NAME.exec(text)?.[1]?.trim() : undefined;
    if (command !== undefined) return command;
  }
  return null;
}

/** The best title among the lines of one transcript; null when nothing names it. */
export function chooseTitle(
  outlines: Iterable<ClaudeCodeOutline>,
  isOwnMessage: (id: string) => boolean,
): string | null {
  const best = new Map<TitleSource, string>();
  for (const { facts } of outlines) {
    const title = facts.title;
    if (title === null || (best.has(title.source) && !LATEST_WINS.has(title.source))) continue;
    const isForeign = title.source === 'summary' && (title.about === null || !isOwnMessage(title.about));
    if (!isForeign) best.set(title.source, title.text);
  }
  const source = TITLE_SOURCES.find((candidate) => best.has(candidate));
  return source === undefined ? null : (best.get(source) ?? null);
}

function hint(source: TitleSource, text: string, about: string | null = null): TitleHint | null {
  const title = shorten(text, MAX_TITLE_LENGTH);
  return title === '' ? null : { source, text: title, about };
}
