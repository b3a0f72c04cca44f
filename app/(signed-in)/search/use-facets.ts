'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FacetsReply } from '../../../server/contract/facets.ts';
import { useNow } from '../../_parts/time-zone.tsx';
import { errorText, useTRPC, useTRPCClient } from '../../_trpc/client.ts';
import { facetsInputOf, type SearchParams } from './search-params.ts';
import { useSettled } from './use-settled.ts';

/** Nobody types on for so long: what is asked now is seldom called off, which would cost the server a process. */
const SETTLE_MS = 400;

export type Facets = {
  /** Null before the first reply. They stay until others are there. */
  readonly reply: FacetsReply | null;
  /** False while what is shown answers an earlier question. */
  readonly isCurrent: boolean;
  /** The server's own sentence, when it could not answer. */
  readonly problem: string | null;
  readonly retry: () => void;
};

/** Counts all matches of a query once its hits are there. The next key calls it off, in the server too. */
export function useFacets(asked: SearchParams, state: { isTyping: boolean; hasHits: boolean }): Facets {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { timeZone } = useNow();
  const input = facetsInputOf(asked, { timeZone, isTyping: state.isTyping });
  const name = JSON.stringify(input);
  const isSettled = useSettled(name, SETTLE_MS) === name;
  const found = useQuery({
    queryKey: trpc.sessions.facets.queryKey(input),
    queryFn: ({ signal }) => client.sessions.facets.query(input, { signal }),
    enabled: isSettled && state.hasHits && asked.q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return {
    reply: found.data ?? null,
    isCurrent: found.data !== undefined && !found.isPlaceholderData,
    problem: found.isError && !found.isFetching ? errorText(found.error) : null,
    retry: () => void found.refetch(),
  };
}
