'use client';

import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '../../server/trpc/root.ts';

/** Everything goes by POST: what people type stays out of addresses and logs. */
export const api = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: '/api/trpc', methodOverride: 'POST', maxItems: 10 })],
});

/** The server's own sentence, or one for when it did not answer. */
export function errorText(problem: unknown): string {
  const isOurs = problem instanceof Error && 'data' in problem && problem.data !== undefined && problem.data !== null;
  return isOurs ? problem.message : 'The server did not answer. Check that it runs, and try again.';
}
