'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { HistoryMessage, HistoryReply } from '../../../server/contract/history.ts';
import { QUERY_MAX_CHARACTERS } from '../../../server/contract/query.ts';
import type { Hit } from '../../../server/contract/search.ts';
import { MarkedText } from '../../_parts/marked-text.tsx';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { CopyLink } from './copy-link.tsx';
import { excerptOf } from './excerpt.ts';
import { hitHref } from './hit-links.ts';
import { previewMessages } from './preview-messages.ts';
import './hit-preview.css';
import { SearchProblem } from './search-problem.tsx';
import { useSettled } from './use-settled.ts';

const AROUND = 9;
const ANCHOR_MAX = 2000;
const NEIGHBOUR_MAX = 600;
/** An arrow key that is held down asks for the hit where it stops. */
const SETTLE_MS = 80;

const BOUNDARIES: Readonly<Record<string, string>> = {
  compaction: 'context compacted',
  reset: 'conversation reset',
  'branch-summary': 'summary of another branch',
};

/** The chosen hit with the messages before and after it. */
export function HitPreview({ hit, q }: { readonly hit: Hit; readonly q: string }) {
  const wanted = useMemo(() => ({ hit, highlight: q }), [hit, q]);
  const { highlight, ...settled } = useSettled(wanted, SETTLE_MS);
  const { sessionId, messageId, branch, inTools } = settled.hit;
  const around = useQuery(
    useTRPC().sessions.history.queryOptions(
      {
        session: sessionId,
        around: messageId,
        limit: AROUND,
        ...(inTools === undefined ? {} : { includeTools: true }),
        ...(branch === undefined ? {} : { branch }),
        ...(highlight.length > QUERY_MAX_CHARACTERS ? {} : { highlight }),
      },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const href = hitHref(hit, q);
  return (
    <section className="hit-preview" aria-label="Preview" aria-busy={around.isPlaceholderData}>
      <header>
        <h2 className="cut" dir="auto">
          <VisibleText text={hit.title ?? hit.sessionKey} />
        </h2>
        <Link className="button" href={href} prefetch={false}>
          Open <kbd aria-hidden>↵</kbd>
        </Link>
        <CopyLink href={href} />
      </header>
      {around.isError ? <SearchProblem text={errorText(around.error)} onRetry={() => void around.refetch()} /> : null}
      {around.isPending ? <Skeleton /> : null}
      {around.data === undefined ? null : <Messages key={around.data.anchor} reply={around.data} hit={settled.hit} />}
    </section>
  );
}

function Messages({ reply, hit }: { readonly reply: HistoryReply; readonly hit: Hit }) {
  const box = useRef<HTMLElement>(null);
  const { anchor, messages, reason } = reply;
  useLayoutEffect(() => {
    const element = box.current;
    const chosen = element?.querySelector<HTMLElement>('[data-anchor="true"]');
    if (!element) return;
    // A third of the way down: what led to the message is in sight too.
    element.scrollTop = chosen ? chosen.offsetTop - element.clientHeight / 3 : 0;
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, to scroll it
    <section ref={box} className="hit-preview-messages" tabIndex={0} aria-label="Messages around the hit">
      {reason === null ? null : <p className="muted">{reason}</p>}
      {previewMessages(messages, anchor, hit).map((message) => (
        <PreviewMessage key={message.messageId} message={message} isAnchor={message.messageId === anchor} />
      ))}
    </section>
  );
}

function PreviewMessage({ message, isAnchor }: { readonly message: HistoryMessage; readonly isAnchor: boolean }) {
  const { kind, role, timestamp } = message;
  if (kind !== 'message') {
    return (
      <p className="hit-preview-boundary muted">
        <Time ms={timestamp} as="clock" /> {BOUNDARIES[kind] ?? kind}
      </p>
    );
  }
  const { text, highlights } = excerptOf(message, isAnchor ? ANCHOR_MAX : NEIGHBOUR_MAX);
  return (
    <article className="hit-preview-message" data-role={role} data-anchor={isAnchor}>
      <p className="muted">
        <Time ms={timestamp} as="moment" /> {role}
      </p>
      <div className="hit-preview-text" dir="auto">
        <MarkedText text={text} highlights={highlights} />
      </div>
    </article>
  );
}

function Skeleton() {
  return (
    <div className="hit-preview-messages" aria-hidden>
      {[1, 2, 3, 4].map((each) => (
        <p key={each} className="skeleton hit-preview-skeleton">
          .
        </p>
      ))}
    </div>
  );
}
