'use client';

import { useQuery } from '@tanstack/react-query';
import { errorText, useTRPC } from '../_trpc/client.ts';
import { LongText } from './long-text.tsx';
import { MessageCopy } from './message-copy.tsx';
import type { PartPlace } from './tool-pairs.ts';

type ToolDetailProps = { readonly sessionId: string; readonly place: PartPlace; readonly label: string };

/** All the text of one part, asked for when it is opened. */
export function ToolDetail({ sessionId, place, label }: ToolDetailProps) {
  const trpc = useTRPC();
  const message = useQuery(trpc.sessions.message.queryOptions({ session: sessionId, messageId: place.messageId }));
  const part = message.data?.parts[place.index];
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
        <pre dir="auto" tabIndex={0}>
          {part.text === '' ? <span className="muted">empty</span> : <LongText text={part.text} />}
        </pre>
      )}
      {part?.isCut === true ? <p className="muted">Only the beginning is shown: it is very long.</p> : null}
    </section>
  );
}
