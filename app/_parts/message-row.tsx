'use client';

import { memo, useMemo } from 'react';
import type { HistoryMessage } from '../../server/contract/history.ts';
import { MessageBody } from './message-body.tsx';
import { MessageLines } from './message-lines.tsx';
import './message-row.css';
import { spansOf } from './message-spans.ts';
import { Time } from './time.tsx';
import type { PartLine, ToolHit } from './tool-pairs.ts';

type MessageRowProps = {
  readonly sessionId: string;
  readonly message: HistoryMessage;
  readonly lines: readonly PartLine[];
  readonly isAnchor: boolean;
  /** What is marked in the tools that are opened; empty for nothing. */
  readonly q: string;
  readonly toolHit: ToolHit | null;
  /** The text of a tool came, and moved what stands below it. */
  readonly onShown: () => void;
  /** Address of this message, and what to do instead of going there. */
  readonly href: string;
  readonly onOpen: (messageId: string) => void;
};

/** One message: its time, which is its address, who speaks, its text, and a line for each tool call and injected text. */
export const MessageRow = memo(function MessageRow({
  sessionId,
  message,
  lines,
  isAnchor,
  href,
  onOpen,
  ...tools
}: MessageRowProps) {
  const { messageId, timestamp, text } = message;
  const spans = useMemo(() => spansOf(message), [message]);
  const speaker = speakerOf(message);
  return (
    <article
      className={`message message-${speaker}${isAnchor ? ' message-anchor' : ''}${text === '' ? ' message-lines-only' : ''}`}
      data-row={messageId}
      data-time={timestamp}
      aria-label={speaker}
      tabIndex={-1}
    >
      <a
        className="message-time"
        href={href}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen(messageId);
        }}
      >
        <Time ms={timestamp} as="clock" />
      </a>
      <span className="message-role">{speaker}</span>
      <div className="message-content">
        {text === '' ? null : (
          <MessageBody text={text} spans={spans} isAnchor={isAnchor} isFolded={isFolded(message)} />
        )}
        {lines.length === 0 ? null : <MessageLines {...{ sessionId, lines }} {...tools} />}
      </div>
    </article>
  );
});

/** What stands beside the time. A message that only calls or answers tools is the tools'. */
function speakerOf({ kind, role, text, parts }: HistoryMessage): string {
  if (kind === 'tool-result' || role === 'tool') return 'tool';
  if (kind === 'injected') return 'injected';
  if (text === '' && parts.some(({ type }) => type === 'call' || type === 'result')) return 'tool';
  if (text === '' && parts.some(({ type }) => type === 'injected')) return 'injected';
  return role ?? 'system';
}

function isFolded({ kind, role }: HistoryMessage): boolean {
  return kind === 'injected' || kind === 'tool-result' || role === 'system' || role === 'tool';
}
