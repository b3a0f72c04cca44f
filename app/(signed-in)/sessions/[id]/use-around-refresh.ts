'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTRPC } from '../../../_trpc/client.ts';
import { atMostEvery } from './at-most-every.ts';
import { branchInput, childrenInput } from './history-input.ts';

const EVERY_MS = 5000;

/** What lies around the messages of a session that is written is asked for again, not for each message. */
export function useAroundRefresh(sessionId: string): () => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useMemo(() => {
    const { get, outline, branches, list } = trpc.sessions;
    const keys = [
      get.queryKey({ session: sessionId }),
      outline.queryKey(branchInput(sessionId, null)),
      branches.queryKey(branchInput(sessionId, null)),
      list.queryKey(childrenInput(sessionId)),
    ];
    return atMostEvery(EVERY_MS, () => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    });
  }, [trpc, queryClient, sessionId]);
  useEffect(() => refresh.stop, [refresh]);
  return refresh.ask;
}
