import { expect, test } from 'vitest';
import { previewMessages } from '../../../app/(signed-in)/search/preview-messages.ts';
import type { HistoryMessage } from '../../../server/contract/history.ts';

function message(messageId: string, kind: HistoryMessage['kind'], text: string): HistoryMessage {
  const more = { timestamp: 1, redactions: [], model: null, highlights: [], parts: [] };
  return { messageId, kind, role: kind === 'message' ? 'user' : 'tool', text, ...more };
}
const messages = [
  message('u', 'message', 'please'),
  message('other', 'message', ''),
  message('call', 'message', ''),
  message('result', 'tool-result', ''),
  message('cut', 'compaction', ''),
  message('a', 'message', 'done'),
];
const hit = { snippet: 'exec ls', highlights: [[5, 7]] } as const;

test('a hit among messages is shown among all of them', () => {
  expect(previewMessages(messages, 'u', hit)).toBe(messages);
});

test('a hit in tools shows its own text in its place, and only what was said around it', () => {
  const shown = previewMessages(messages, 'result', { ...hit, inTools: true });
  expect(shown.map(({ messageId, kind, text }) => [messageId, kind, text])).toEqual([
    ['u', 'message', 'please'],
    ['result', 'message', 'exec ls'],
    ['cut', 'compaction', ''],
    ['a', 'message', 'done'],
  ]);
  expect(shown[1]?.highlights).toEqual([[5, 7]]);
});
