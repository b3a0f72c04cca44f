'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../_trpc/client.ts';

/** Sets title, label, archived or incognito; every list that may show it asks again. */
export function useSessionChange() {
  const trpc = useTRPC();
  const refresh = useSessionsRefresh();
  return useMutation(trpc.sessions.update.mutationOptions({ onSuccess: refresh }));
}

/** Everything that shows sessions asks again. */
export function useSessionsRefresh(): () => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(trpc.sessions.pathFilter());
    void queryClient.invalidateQueries(trpc.sources.folders.pathFilter());
  };
}
