'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../_trpc/client.ts';

/** The list of tokens asks again. */
export function useTokensRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.tokens.list.queryFilter());
}
