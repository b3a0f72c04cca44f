'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../_trpc/client.ts';
import { branchInput, childrenInput } from './history-input.ts';

/** What lies around the messages of a session: prompts and boundaries, other branches, sub-agents. */
export function useSurroundings(sessionId: string, branch: string | null) {
  const trpc = useTRPC();
  const input = branchInput(sessionId, branch);
  const outline = useQuery(trpc.sessions.outline.queryOptions(input, { placeholderData: keepPreviousData }));
  const branches = useQuery(trpc.sessions.branches.queryOptions(input));
  const children = useQuery(trpc.sessions.list.queryOptions(childrenInput(sessionId)));
  return {
    outline: outline.data?.items ?? [],
    isOutlineCut: outline.data?.isCut ?? false,
    branches: branches.data?.branches ?? [],
    children: children.data?.sessions ?? [],
    hasMoreChildren: (children.data?.nextCursor ?? null) !== null,
    /** True when a part could not be asked for: the messages are there all the same. */
    isPartial: outline.isError || branches.isError || children.isError,
    retry: () => {
      for (const each of [outline, branches, children]) if (each.isError) void each.refetch();
    },
  };
}
export type Surroundings = ReturnType<typeof useSurroundings>;
