import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** `onProblem` hears of every failed query and mutation. Replies stay fresh for a little, so that going back is at once. */
export function makeQueryClient(onProblem: (problem: unknown) => void = () => undefined): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onProblem }),
    mutationCache: new MutationCache({ onError: onProblem }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });
}
