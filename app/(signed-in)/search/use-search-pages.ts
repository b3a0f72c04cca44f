'use client';

import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { SearchInput, SearchReply } from '../../../server/contract/search.ts';
import { useTRPC, useTRPCClient } from '../../_trpc/client.ts';

export type SearchPages = InfiniteData<SearchReply, unknown>;

/**
 * Results page by page; nothing is asked for a blank query. Starts from the first page where the server handed it on.
 * An answer that is no longer waited for is called off, in the server too.
 */
export function useSearchPages(input: SearchInput) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const firstKey = trpc.sessions.search.queryKey(input);
  return useInfiniteQuery({
    queryKey: trpc.sessions.search.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }): Promise<SearchReply> =>
      client.sessions.search.query({ ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchReply) => page.nextCursor,
    enabled: input.query.trim() !== '',
    initialData: (): InfiniteData<SearchReply, string | null> | undefined => {
      const first = queryClient.getQueryData(firstKey);
      return first === undefined ? undefined : { pages: [first], pageParams: [null] };
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(firstKey)?.dataUpdatedAt,
  });
}
