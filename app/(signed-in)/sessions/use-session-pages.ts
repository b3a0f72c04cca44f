'use client';

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionListInput, SessionListReply } from '../../../server/contract/session.ts';
import { useTRPC, useTRPCClient } from '../../_trpc/client.ts';

type Pages = InfiniteData<SessionListReply, string | null>;

/**
 * Sessions page by page. Starts from the first page where the server handed it on as a plain query: the router takes
 * no field of its own for endless lists, so the pages are asked for one by one.
 */
export function useSessionPages(input: SessionListInput) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const firstKey = trpc.sessions.list.queryKey(input);
  return useInfiniteQuery({
    queryKey: trpc.sessions.list.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }): Promise<SessionListReply> =>
      client.sessions.list.query({ ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SessionListReply) => page.nextCursor,
    placeholderData: keepPreviousData,
    initialData: (): Pages | undefined => {
      const first = queryClient.getQueryData(firstKey);
      return first === undefined ? undefined : { pages: [first], pageParams: [null] };
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(firstKey)?.dataUpdatedAt,
  });
}
