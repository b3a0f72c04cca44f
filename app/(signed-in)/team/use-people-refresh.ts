'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../_trpc/client.ts';

/** The list of people asks again. */
export function usePeopleRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.users.list.queryFilter());
}
