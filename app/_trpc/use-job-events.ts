'use client';

import { skipToken } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import type { ImportProgress, ImportReport } from '../../server/contract/import.ts';
import { useTRPC } from './client.ts';

export type JobEvent =
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly message: string };

type Listeners = {
  readonly onEvent: (event: JobEvent) => void;
  /** The stream broke off for good: the server does not know the job any more. */
  readonly onLost: () => void;
};

/** What happens in one job of one's own, as it happens; nothing while `jobId` is null. One stream a tab: browsers allow few. */
export function useJobEvents(jobId: string | null, { onEvent, onLost }: Listeners): void {
  const trpc = useTRPC();
  useSubscription(
    trpc.sources.progress.subscriptionOptions(jobId === null ? skipToken : { jobId }, {
      onData: onEvent,
      onError: onLost,
    }),
  );
}
