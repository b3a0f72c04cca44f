'use client';

import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { HistoryReply } from '../../../../server/contract/history.ts';
import { useTRPCClient } from '../../../_trpc/client.ts';
import { useSessionChanges } from '../../../_trpc/use-session-changes.ts';
import { addTail, readTail } from './add-tail.ts';
import { historyInputOf } from './history-input.ts';
import { useAroundRefresh } from './use-around-refresh.ts';
import { historyKey, type PageParam } from './use-history-pages.ts';
import type { Place } from './use-place.ts';

/** So near to the end of the page one reads along. */
const END_PX = 64;

export type LiveTail = {
  /** Messages that came below what is in view; `elsewhere` when the session goes on in another place. */
  readonly news: number | 'elsewhere';
  /** Why it is not followed any more; null while it is. */
  readonly problem: string | null;
  readonly forget: () => void;
};

type Followed = {
  readonly sessionId: string;
  readonly place: Place;
  /** What is shown of it; another object when it grew. */
  readonly pages: unknown;
  readonly goLast: () => void;
};

/** Follows a session while it is written: what comes is put at the end, and whoever reads there stays there. */
export function useLiveTail({ sessionId, place, pages, goLast }: Followed): LiveTail {
  const [client, queryClient] = [useTRPCClient(), useQueryClient()];
  const [news, setNews] = useState<LiveTail['news']>(0);
  const [problem, setProblem] = useState<string | null>(null);
  const readsAlongFrom = useRef<unknown>(null);
  const asking = useRef({ isBusy: false, isDue: false, isFirst: true, hasGrown: false });
  const isVisible = useSyncExternalStore(onVisibility, isInFront, () => false);

  const askAround = useAroundRefresh(sessionId);

  const askTail = async (): Promise<void> => {
    const queryKey = historyKey(sessionId, place);
    const last = queryClient.getQueryData<Pages>(queryKey)?.pages.at(-1);
    const cursor = last?.messages.at(-1)?.messageId;
    // Where the end is not loaded, it comes with the pages that lead to it.
    if (last === undefined || cursor === undefined || last.after !== null) return;
    const reply = await client.sessions.history.query({ ...historyInputOf(sessionId, place.params), after: cursor });
    const tail = readTail(reply, last);
    const isAtEnd = readsAtEnd();
    if (tail === 'moved') return isAtEnd ? goLast() : setNews('elsewhere');
    if (tail.messages.length === 0) return;
    // What one scrolled to meanwhile has other pages.
    const before = queryClient.getQueryData<Pages>(queryKey);
    if (before?.pages.at(-1) !== last) return;
    readsAlongFrom.current = isAtEnd ? before : null;
    asking.current.hasGrown = true;
    queryClient.setQueryData<Pages>(queryKey, (data) => data && addTail(data, reply, { at: 'after', cursor }));
    if (!isAtEnd) setNews((before) => (before === 'elsewhere' ? before : before + tail.messages.length));
    if (reply.after !== null) asking.current.isDue = true;
  };

  /** One question at a time: what changes meanwhile asks once more. */
  const onChange = async (): Promise<void> => {
    const { current } = asking;
    current.isDue = true;
    if (current.isBusy) return;
    current.isBusy = true;
    try {
      while (current.isDue) {
        current.isDue = false;
        await askTail();
      }
      // The first is told at the start: something may have come before, or nothing.
      if (!current.isFirst || current.hasGrown) askAround();
      current.isFirst = false;
      current.hasGrown = false;
    } catch {
      // The next change, or the stream when it is there again, asks again.
    } finally {
      current.isBusy = false;
    }
  };

  const isFollowed = isVisible && place.params.branch === null && problem === null;
  useSessionChanges(isFollowed ? sessionId : null, { onChange: () => void onChange(), onEnd: setProblem });
  // When the new rows are there, before they are painted.
  useLayoutEffect(() => {
    if (readsAlongFrom.current === null || readsAlongFrom.current === pages) return;
    readsAlongFrom.current = null;
    scrollToEnd();
  });
  useEffect(() => {
    const onScroll = (): void => {
      if (readsAtEnd()) setNews((before) => (before === 'elsewhere' ? before : 0));
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return { news, problem, forget: () => setNews(0) };
}

type Pages = InfiniteData<HistoryReply, PageParam>;

function readsAtEnd(): boolean {
  return window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - END_PX;
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
}

/** A browser opens few connections to a server: windows that nobody looks at give theirs back. */
function onVisibility(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

function isInFront(): boolean {
  return document.visibilityState === 'visible';
}
