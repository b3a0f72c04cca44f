'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hit, SearchReply } from '../../../../server/contract/search.ts';
import { useNow } from '../../../_parts/time-zone.tsx';
import { errorText, useTRPCClient } from '../../../_trpc/client.ts';
import { type PlacedMessage, stepHits } from './step-hits.ts';

const HITS_PAGE = 100;

type Where = { readonly sessionId: string; readonly q: string; readonly branch: string | null };

/** What a query finds in one session, oldest first, on the branch that is shown. */
export function useFind({ sessionId, q, branch }: Where) {
  const client = useTRPCClient();
  const { timeZone } = useNow();
  const [failure, setFailure] = useState<string | null>(null);
  const queryOf = (words: string, narrowing = ''): string =>
    `session:${sessionId} ${branch === null ? '' : 'branch:any '}${narrowing}(${words})`;
  const common = { group: 'message', limit: HITS_PAGE, timeZone } as const;
  const found = useInfiniteQuery({
    queryKey: ['find', queryOf(q), timeZone],
    queryFn: ({ pageParam, signal }) => {
      const input = { ...common, query: queryOf(q), sort: 'oldest' as const };
      return client.sessions.search.query(pageParam === null ? input : { ...input, cursor: pageParam }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: q !== '',
  });

  /** The nearest hit on one side of a message, however many lie before it. Null as well after a problem, which is said. */
  const near = async (words: string, from: PlacedMessage | null, by: 1 | -1): Promise<Hit | null> => {
    const fromMs = from?.timestamp ?? 0;
    const narrowing = by === 1 ? `after:${momentOf(fromMs)} ` : `before:${momentOf(fromMs + 1)} `;
    const query = queryOf(words, narrowing);
    try {
      const reply = await client.sessions.search.query({ ...common, query, sort: by === 1 ? 'oldest' : 'newest' });
      setFailure(null);
      const hits = hitsOn(branch, [reply]);
      return stepHits(by === 1 ? hits : hits.toReversed(), from, by);
    } catch (problem) {
      setFailure(errorText(problem));
      return null;
    }
  };

  return {
    hits: hitsOn(branch, found.data?.pages),
    hasMore: found.hasNextPage,
    isPending: q !== '' && found.isPending,
    problem: found.isError ? errorText(found.error) : failure,
    near,
  };
}

function momentOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** On another branch, hits without a branch of their own lie on the active one: what both share is among them. */
function hitsOn(branch: string | null, pages: readonly SearchReply[] = []): readonly Hit[] {
  const hits = pages.flatMap(({ results }) => results);
  return hits.filter((hit) => hit.branch === undefined || hit.branch === branch);
}
