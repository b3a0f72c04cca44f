/** The searchable text of a message: its text blocks, without reasoning, tool calls and images. */
import type { EntryRole } from '../../contract/transcript.ts';
import { isObject, type JsonObject } from '../json.ts';
import { cleanAssistantText } from './assistant-text.ts';
import { cleanUserText } from './user-text.ts';

export type MessageText = {
  /** Empty when there is none. */
  readonly text: string;
  /** The same, block by block. */
  readonly blocks: readonly string[];
  /** True when there was text, and all of it was OpenClaw's own. */
  readonly isWrapperOnly: boolean;
};

export const NO_TEXT: MessageText = { text: '', blocks: [], isWrapperOnly: false };

export function messageText(message: JsonObject, role: EntryRole | null): MessageText {
  if (role !== 'user' && role !== 'assistant') return NO_TEXT;
  const raw = textBlocks(message.content);
  if (role === 'user') {
    const text = cleanUserText(raw.join('\n'));
    return { text, blocks: [], isWrapperOnly: text === '' && raw.some((block) => block.trim() !== '') };
  }
  const blocks = raw.map(cleanAssistantText).filter((block) => block !== '');
  return { text: blocks.join('\n'), blocks, isWrapperOnly: false };
}

export function textBlocks(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((item) => {
    if (typeof item === 'string') return [item];
    return isObject(item) && item.type === 'text' && typeof item.text === 'string' ? [item.text] : [];
  });
}
