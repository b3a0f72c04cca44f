import type { HistoryMessage } from '../../../server/contract/history.ts';

let made = 0;

/** A message of history; what a test does not name does not matter to it. */
export function makeMessage(fields: Partial<HistoryMessage> = {}): HistoryMessage {
  made += 1;
  return {
    messageId: `message-${made}`,
    kind: 'message',
    role: 'assistant',
    timestamp: Date.UTC(2026, 10, 1, 12),
    text: 'text',
    redactions: [],
    model: null,
    highlights: [],
    parts: [],
    ...fields,
  };
}
