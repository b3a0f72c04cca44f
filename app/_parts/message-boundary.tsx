'use client';

import type { HistoryMessage } from '../../server/contract/history.ts';
import { MarkdownText } from './markdown-text.tsx';
import { spansOf } from './message-spans.ts';
import { Time } from './time.tsx';

const SAYS: Partial<Record<HistoryMessage['kind'], string>> = {
  compaction: 'context compacted: from here on the model saw a summary',
  reset: 'session reset: from here on the model saw nothing of what was before',
  'branch-summary': 'an abandoned branch, in a few words',
};

type MessageBoundaryProps = { readonly message: HistoryMessage; readonly isAnchor: boolean };

/** A line across the column, with its summary folded. */
export function MessageBoundary({ message, isAnchor }: MessageBoundaryProps) {
  const { messageId, timestamp, kind, text } = message;
  const title = (
    <span>
      <Time ms={timestamp} as="clock" /> {SAYS[kind] ?? kind}
    </span>
  );
  return (
    <div
      className={`message-boundary${isAnchor ? ' message-anchor' : ''}`}
      data-row={messageId}
      data-time={timestamp}
      tabIndex={-1}
    >
      {text === '' ? (
        <p className="message-boundary-line">{title}</p>
      ) : (
        <details open={isAnchor || message.highlights.length > 0}>
          <summary className="message-boundary-line">{title}</summary>
          <div className="message-boundary-text">
            <MarkdownText text={text} spans={spansOf(message)} />
          </div>
        </details>
      )}
    </div>
  );
}
