/** What a record says and who says it: kind, role, searchable text. */
import type { EntryKind, EntryRole } from '../../contract/transcript.ts';
import { type JsonObject, shorten, stringAt } from '../json.ts';
import { joinTexts, readContent } from './content.ts';
import type { Envelope } from './envelope.ts';
import type { TitleHint, TitleSource } from './facts.ts';
import { itemKind } from './item-kinds.ts';
import { splitUserText } from './user-text.ts';

export const MAX_TITLE_LENGTH = 120;

export type Speech = {
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  /** Searchable text, of a compaction its summary; empty when there is none. */
  readonly text: string;
  readonly title: TitleHint | null;
};

export function readSpeech({ type, payload, payloadType }: Envelope): Speech {
  switch (type) {
    case 'response_item':
      return readItem(payload, payloadType);
    case 'compacted':
      return { ...silent('compaction', 'system'), text: (stringAt(payload, 'message') ?? '').trim() };
    case 'inter_agent_communication':
      return readTask(payload);
    case 'session_meta':
      return silent('header');
    // Events tell a screen what to draw. What is said in them is an item too.
    case 'event_msg':
      return { ...silent('control'), title: payloadType === 'thread_name_updated' ? nameOf(payload) : null };
    case 'turn_context':
    case 'world_state':
    case 'inter_agent_communication_metadata':
    case 'state':
      return silent('control');
  }
}

/** A record that nobody speaks in. */
export function silent(kind: EntryKind, role: EntryRole | null = null): Speech {
  return { kind, role, text: '', title: null };
}

function readItem(item: JsonObject, type: string): Speech {
  if (type === 'message') return readMessage(item);
  if (type === 'agent_message') return readTask(item);
  const known = itemKind(type);
  return known === null ? silent('unknown') : silent(known.kind, known.role);
}

function readMessage(item: JsonObject): Speech {
  const { texts, imageUrls } = readContent(item['content']);
  if (item['role'] === 'assistant') return { ...silent('message', 'assistant'), text: joinTexts(texts) };
  if (item['role'] !== 'user') return silent('injected', 'system');
  const text = joinTexts(texts.map((each) => splitUserText(each).own));
  const isWrapper = text === '' && texts.length > 0 && imageUrls.length === 0;
  if (isWrapper) return silent('injected', 'user');
  const title = text === '' && imageUrls.length > 0 ? hint('image', 'Image') : hint('prompt', text);
  return { ...silent('message', 'user'), text, title };
}

function readTask(payload: JsonObject): Speech {
  return { ...silent('injected', 'user'), title: hint('task', joinTexts(readContent(payload['content']).texts)) };
}

function nameOf(event: JsonObject): TitleHint {
  return { source: 'name', text: shorten(stringAt(event, 'thread_name') ?? '', MAX_TITLE_LENGTH) };
}

function hint(source: TitleSource, text: string): TitleHint | null {
  const title = shorten(text, MAX_TITLE_LENGTH);
  return title === '' ? null : { source, text: title };
}
