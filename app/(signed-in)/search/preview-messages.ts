import type { HistoryMessage } from '../../../server/contract/history.ts';
import type { Hit } from '../../../server/contract/search.ts';

const BOUNDARIES: ReadonlySet<string> = new Set(['compaction', 'reset', 'branch-summary']);

/**
 * The messages of a preview. Of a hit in tools that is what was said around it, and in its own place what the hit shows of
 * the call or its output: the other tools would push all that out of sight.
 */
export function previewMessages(
  messages: readonly HistoryMessage[],
  anchor: string | null,
  { inTools, snippet, highlights }: Pick<Hit, 'inTools' | 'snippet' | 'highlights'>,
): readonly HistoryMessage[] {
  if (inTools === undefined) return messages;
  return messages.flatMap((message) => {
    if (message.messageId === anchor) return [{ ...message, kind: 'message' as const, text: snippet, highlights }];
    const isSaid = BOUNDARIES.has(message.kind) || (message.kind === 'message' && message.text !== '');
    return isSaid ? [message] : [];
  });
}
