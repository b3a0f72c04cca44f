'use client';

import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../server/trpc/root.ts';

/** Everything but event streams goes by POST: what people type stays out of addresses and logs. */
export function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: '/api/trpc' }),
        false: httpBatchLink({ url: '/api/trpc', methodOverride: 'POST', maxItems: 10 }),
      }),
    ],
  });
}

/** For the pages before sign-in, which ask once and keep nothing. */
export const api = makeClient();

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** The server's own sentence, or one for when it did not answer. */
export function errorText(problem: unknown): string {
  return dataOf(problem) === null
    ? 'The server did not answer. Check that it runs, and try again.'
    : (problem as Error).message;
}

/** True when the sign-in is over: by another password, another role, signing out, or time. */
export function isSignedOut(problem: unknown): boolean {
  return dataOf(problem)?.code === 'UNAUTHORIZED';
}

/** True for what is not there, or not there for this person. */
export function isNotFound(problem: unknown): boolean {
  return dataOf(problem)?.code === 'NOT_FOUND';
}

function dataOf(problem: unknown): { readonly code: string } | null {
  return problem instanceof TRPCClientError ? ((problem.data as { code: string } | null | undefined) ?? null) : null;
}
