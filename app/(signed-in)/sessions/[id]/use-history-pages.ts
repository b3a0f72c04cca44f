'use client';

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { HistoryInput, HistoryReply } from '../../../../server/contract/history.ts';
import { useTRPC, useTRPCClient } from '../../../_trpc/client.ts';
import { firstPageInput, historyInputOf, PAGES_MAX, type Start } from './history-input.ts';
import type { HistoryParams } from './search-params.ts';
import type { Place } from './use-place.ts';

export type PageParam = Start | { readonly at: 'before' | 'after'; readonly cursor: string };
type Ask = (input: HistoryInput) => Promise<HistoryReply>;

/** What the pages are kept under. */
export function historyKey(sessionId: string, { params: { branch, q, tools }, start, starts }: Place) {
  return ['history', sessionId, { branch, q, tools, start, starts }] as const;
}

/**
 * The pages around a start, growing both ways. At most `PAGES_MAX` are kept: one more at an end drops one at the other,
 * which is asked for again on the way back. A new start shows the old pages until it is there.
 */
export function useHistoryPages(sessionId: string, place: Place) {
  const { params, start, starts } = place;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return useInfiniteQuery({
    queryKey: historyKey(sessionId, place),
    queryFn: ({ pageParam, signal }) =>
      fetchPage((input) => client.sessions.history.query(input, { signal }), { sessionId, params, at: pageParam }),
    initialPageParam: start,
    getPreviousPageParam: ({ before }): PageParam | null => (before === null ? null : { at: 'before', cursor: before }),
    getNextPageParam: ({ after }): PageParam | null => (after === null ? null : { at: 'after', cursor: after }),
    maxPages: PAGES_MAX,
    initialData: (): InfiniteData<HistoryReply, PageParam> | undefined => {
      if (starts > 0) return undefined;
      const first = queryClient.getQueryData(trpc.sessions.history.queryKey(firstPageInput(sessionId, params, start)));
      return first === undefined ? undefined : { pages: [first], pageParams: [start] };
    },
    placeholderData: keepPreviousData,
    // Pages are asked for once: asking again would take all of them, one after the other.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

type Wanted = { readonly sessionId: string; readonly params: HistoryParams; readonly at: PageParam };

async function fetchPage(ask: Ask, { sessionId, params, at }: Wanted): Promise<HistoryReply> {
  if ('cursor' in at) {
    return ask({ ...historyInputOf(sessionId, params), [at.at]: at.cursor });
  }
  return ask(firstPageInput(sessionId, params, at));
}
