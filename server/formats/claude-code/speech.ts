/** What a line says and who says it: kind, role, searchable text. One function for each type of line. */
import type { EntryKind, EntryRole } from '../../contract/transcript.ts';
import { idAt, type JsonObject, objectAt } from '../json.ts';
import { type Content, joinTexts, messageContent, readContent } from './content.ts';
import type { ClaudeCodeFacts } from './facts.ts';
import { stripInjected } from './injected-text.ts';
import type { ChainType } from './line-types.ts';
import { promptTitle } from './titles.ts';

export type Speech = Pick<ClaudeCodeFacts, 'title' | 'turnId' | 'hasToolResult' | 'toolIds' | 'isQueuedPrompt'> & {
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  /** The model that answered; null for other lines, and for answers that Claude Code made up itself. */
  readonly model: string | null;
  /** Searchable text; empty when there is none. */
  readonly text: string;
};

const SYNTHETIC_MODEL = '<synthetic>';
const NO_IDS: readonly string[] = [];

export function readSpeech(record: JsonObject, type: ChainType): Speech {
  switch (type) {
    case 'user':
      return readUser(record);
    case 'assistant':
      return readAssistant(record);
    case 'system':
      return readSystem(record);
    case 'attachment':
      return readAttachment(record);
    case 'progress':
      return silent('control');
  }
}

/** A line that nobody speaks in. */
export function silent(kind: EntryKind, role: EntryRole | null = null): Speech {
  return {
    kind,
    role,
    text: '',
    model: null,
    title: null,
    turnId: null,
    hasToolResult: false,
    toolIds: NO_IDS,
    isQueuedPrompt: false,
  };
}

function readUser(record: JsonObject): Speech {
  const content = messageContent(record);
  const { hasToolResult, toolIds } = content;
  return { ...readUserContent(record, content), hasToolResult, toolIds };
}

function readUserContent(record: JsonObject, content: Content): Speech {
  if (record['isMeta'] === true) return silent('injected', 'system');
  if (record['isCompactSummary'] === true) return silent('injected', 'user');
  return readPrompt(content);
}

/** Text of a person. A line of wrappers alone is injected; beside a tool's result they change nothing. */
function readPrompt(content: Content): Speech {
  const text = joinTexts(content.texts.map(stripInjected));
  if (text === '' && content.hasToolResult) return silent('tool-result', 'tool');
  const isWrapper = text === '' && content.texts.length > 0 && !content.hasImage && !content.hasDocument;
  const title = content.hasToolResult ? null : promptTitle(content, text);
  return { ...silent(isWrapper ? 'injected' : 'message', 'user'), text, title };
}

function readAssistant(record: JsonObject): Speech {
  const { texts, toolIds } = messageContent(record);
  const message = objectAt(record, 'message') ?? {};
  const model = idAt(message, 'model');
  const isMadeUp = record['isApiErrorMessage'] === true || model === SYNTHETIC_MODEL;
  const turn = { turnId: idAt(message, 'id'), toolIds };
  if (isMadeUp) return { ...silent('injected', 'assistant'), ...turn };
  return { ...silent('message', 'assistant'), ...turn, model, text: joinTexts(texts) };
}

/** Lines with a text are shown to the person; the others only count and measure. */
function readSystem(record: JsonObject): Speech {
  if (record['subtype'] === 'compact_boundary') return silent('compaction', 'system');
  return typeof record['content'] === 'string' ? silent('injected', 'system') : silent('control');
}

function readAttachment(record: JsonObject): Speech {
  const attachment = objectAt(record, 'attachment');
  const prompt = attachment?.['type'] === 'queued_command' ? attachment['prompt'] : undefined;
  const isPrompt = (typeof prompt === 'string' && prompt !== '') || Array.isArray(prompt);
  if (!attachment || !isPrompt || attachment['isMeta'] === true || record['isMeta'] === true) {
    return silent('injected', 'system');
  }
  const isNotification = attachment['commandMode'] === 'task-notification';
  const said = isNotification ? silent('injected', 'user') : readPrompt(readContent(prompt));
  return { ...said, isQueuedPrompt: true };
}
