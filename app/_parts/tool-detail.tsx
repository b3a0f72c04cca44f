'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { errorText, useTRPC } from '../_trpc/client.ts';
import { LongText } from './long-text.tsx';
import { MessageCopy } from './message-copy.tsx';
import type { PartPlace } from './tool-pairs.ts';

type ToolDetailProps = {
  readonly sessionId: string;
  readonly place: PartPlace;
  readonly label: string;
  /** What is marked; empty for nothing. */
  readonly q: string;
  /** The text is there, before it is painted. */
  readonly onShown: () => void;
};

/** All the text of one part, asked for when it is opened, with its first mark in sight. */
export function ToolDetail({ sessionId, place, label, q, onShown }: ToolDetailProps) {
  const trpc = useTRPC();
  const asked = { session: sessionId, messageId: place.messageId, ...(q === '' ? {} : { highlight: q }) };
  const message = useQuery(trpc.sessions.message.queryOptions(asked, { placeholderData: keepPreviousData }));
  const part = message.data?.parts[place.index];
  const spans = useMemo(() => part?.highlights.map(([start, end]) => ({ start, end, kind: 'hit' as const })), [part]);
  const box = useRef<HTMLPreElement>(null);
  const shown = useRef(onShown);
  useLayoutEffect(() => {
    shown.current = onShown;
  });
  useLayoutEffect(() => {
    if (spans === undefined || box.current === null) return;
    scrollToMark(box.current);
    shown.current();
  }, [spans]);
  return (
    <section className="tool-part" aria-label={label}>
      <div className="tool-part-head">
        <h3>{label}</h3>
        {part === undefined ? null : <MessageCopy label={`Copy ${label.toLowerCase()}`} text={() => part.text} />}
      </div>
      {message.isError ? (
        <p className="problem" role="alert">
          {errorText(message.error)}{' '}
          <button type="button" onClick={() => void message.refetch()}>
            Try again
          </button>
        </p>
      ) : null}
      {message.isPending ? <pre className="skeleton">Loading</pre> : null}
      {part === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach what it hides
        <pre ref={box} dir="auto" tabIndex={0}>
          {part.text === '' ? (
            <span className="muted">empty</span>
          ) : (
            <LongText text={part.text} {...(spans && { spans })} />
          )}
        </pre>
      )}
      {part?.isCut === true ? <p className="muted">Only the beginning is shown: it is very long.</p> : null}
    </section>
  );
}

/** A third of the way down, where it lies out of sight. */
function scrollToMark(box: HTMLElement): void {
  const mark = box.querySelector('mark')?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  if (mark !== undefined && mark.bottom > bottom) box.scrollTop += mark.top - top - box.clientHeight / 3;
}
