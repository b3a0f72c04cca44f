'use client';

import { skipToken } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { errorText, useTRPC } from './client.ts';

type Listeners = {
  /** At the start too, and when the stream is there again after it broke off. */
  readonly onChange: () => void;
  /** The stream was refused, or the session went out of reach: it does not come back by itself. */
  readonly onEnd: (reason: string) => void;
};

/** Tells of changes of a session; nothing while `session` is null. */
export function useSessionChanges(session: string | null, { onChange, onEnd }: Listeners): void {
  const trpc = useTRPC();
  useSubscription(
    trpc.sessions.follow.subscriptionOptions(session === null ? skipToken : { session }, {
      onData: onChange,
      onError: (cause) => onEnd(errorText(cause)),
    }),
  );
}
