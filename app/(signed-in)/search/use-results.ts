'use client';

import { useEffect, useState } from 'react';
import type { Named } from '../../../server/contract/query.ts';
import type { Hit, OtherBranches, SearchReply } from '../../../server/contract/search.ts';
import { useNow } from '../../_parts/time-zone.tsx';
import { errorText } from '../../_trpc/client.ts';
import { hitKey } from './hit-links.ts';
import { type SearchParams, searchInputOf } from './search-params.ts';
import { type SearchPages, useSearchPages } from './use-search-pages.ts';

/** Replies that came, and what they answer. They stay until others are there. */
export type Shown = {
  readonly data: SearchPages;
  readonly asked: SearchParams;
  readonly hits: readonly Hit[];
  readonly last: SearchReply;
  /** Of the first page: what the query is an id of, and how many matches lie off the active branches. */
  readonly named: readonly Named[];
  readonly otherBranches: OtherBranches | null;
};

export type Results = {
  /** Null before the first reply. */
  readonly shown: Shown | null;
  /** False while what is shown answers an earlier question. */
  readonly isCurrent: boolean;
  readonly isSlow: boolean;
  /** The server's own sentence, when it could not answer. */
  readonly problem: string | null;
  /** True when it was a further page that did not come. */
  readonly hasMoreFailed: boolean;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
};

const SLOW_MS = 400;

/** Asks while the page is open; an answer that is no longer waited for is called off, in the server too. */
export function useResults(asked: SearchParams, isTyping: boolean): Results {
  const { timeZone } = useNow();
  const isBlank = asked.q.trim() === '';
  const reply = useSearchPages(searchInputOf(asked, { timeZone, isTyping }));
  const [shown, setShown] = useState<Shown | null>(null);
  if (isBlank && shown !== null) setShown(null);
  const fresh = isBlank || reply.data === undefined || reply.data === shown?.data ? null : show(reply.data, asked);
  if (fresh !== null) setShown(fresh);
  return {
    shown: fresh ?? shown,
    isCurrent: reply.data !== undefined,
    isSlow: useIsLong(reply.isFetching && !isBlank, SLOW_MS),
    problem: reply.isError && !reply.isFetching ? errorText(reply.error) : null,
    hasMoreFailed: reply.isFetchNextPageError && !reply.isFetching,
    retry: () => void (reply.isFetchNextPageError ? reply.fetchNextPage() : reply.refetch()),
    hasMore: reply.hasNextPage,
    isLoadingMore: reply.isFetchingNextPage,
    loadMore: () => void (reply.isFetching || reply.fetchNextPage()),
  };
}

function show(data: SearchPages, asked: SearchParams): Shown | null {
  const last = data.pages.at(-1);
  if (last === undefined) return null;
  // A session that grew between two pages may be on both.
  const hits = new Map<string, Hit>();
  for (const hit of data.pages.flatMap((page) => page.results)) if (!hits.has(hitKey(hit))) hits.set(hitKey(hit), hit);
  const [first = last] = data.pages;
  return {
    data,
    asked,
    hits: [...hits.values()],
    last,
    named: first.interpreted.named,
    otherBranches: first.otherBranches,
  };
}

/** True once something has gone on for so long. */
function useIsLong(isOn: boolean, afterMs: number): boolean {
  const [isLong, setIsLong] = useState(false);
  if (!isOn && isLong) setIsLong(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsLong(true), afterMs);
    return () => clearTimeout(timer);
  }, [isOn, afterMs]);
  return isOn && isLong;
}
