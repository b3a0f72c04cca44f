'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hit } from '../../../../server/contract/search.ts';
import { useNow } from '../../../_parts/time-zone.tsx';
import { errorText, useTRPCClient } from '../../../_trpc/client.ts';
import { type FindPlace, findNearest, findQuery, HITS_PAGE, hitsOn } from './nearest-hit.ts';
import type { PlacedMessage } from './step-hits.ts';

/** What a query finds in one session, oldest first, on the branch that is shown. */
export function useFind({ q, ...place }: FindPlace & { readonly q: string }) {
  const client = useTRPCClient();
  const { timeZone } = useNow();
  const [failure, setFailure] = useState<string | null>(null);
  const query = findQuery(place, q);
  const found = useInfiniteQuery({
    queryKey: ['find', query, timeZone],
    queryFn: ({ pageParam, signal }) => {
      const input = { query, group: 'message', limit: HITS_PAGE, timeZone, sort: 'oldest' } as const;
      return client.sessions.search.query(pageParam === null ? input : { ...input, cursor: pageParam }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: q !== '',
  });

  /** The nearest hit on one side of a message. Null as well after a problem, which is said. */
  const near = async (words: string, from: PlacedMessage | null, by: 1 | -1): Promise<Hit | null> => {
    try {
      const ask = client.sessions.search.query;
      const hit = await findNearest((input) => ask({ ...input, timeZone }), place, { words, from, by });
      setFailure(null);
      return hit;
    } catch (problem) {
      setFailure(errorText(problem));
      return null;
    }
  };

  return {
    hits: hitsOn(place, found.data?.pages),
    hasMore: found.hasNextPage,
    isPending: q !== '' && found.isPending,
    problem: found.isError ? errorText(found.error) : failure,
    near,
  };
}
