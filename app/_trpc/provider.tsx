'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { isSignedOut, makeClient, TRPCProvider } from './client.ts';
import { makeQueryClient } from './query-client.ts';

// Without it zod compiles functions from text where it may, which our policy reports as an attack.
z.config({ jitless: true });

/** One client and one cache a tab. When the sign-in is over, the sign-in page takes over and leads back here. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(() => makeQueryClient(leaveWhenSignedOut));
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function leaveWhenSignedOut(problem: unknown): void {
  if (!isSignedOut(problem)) return;
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}
