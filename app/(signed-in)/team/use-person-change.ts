'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../_trpc/client.ts';
import { usePeopleRefresh } from './use-people-refresh.ts';

/** Changes a person's role or standing, which ends their sessions: one's own change leads to the sign-in page. */
export function usePersonChange(person: { readonly isMe: boolean }, onDone: () => void) {
  const trpc = useTRPC();
  const refresh = usePeopleRefresh();
  return useMutation(
    trpc.users.change.mutationOptions({
      onSuccess: async () => {
        if (person.isMe) return window.location.assign('/sign-in');
        await refresh(); // what is said then agrees with what is shown
        onDone();
      },
    }),
  );
}
