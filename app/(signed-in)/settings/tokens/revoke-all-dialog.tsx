'use client';

import { useMutation } from '@tanstack/react-query';
import { countOf } from '../../../_parts/format-number.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { EndDialog } from './end-dialog.tsx';
import { useTokensRefresh } from './use-tokens-refresh.ts';

export function RevokeAllDialog({ onEnd }: { readonly onEnd: (notice: string | null) => void }) {
  const trpc = useTRPC();
  const refresh = useTokensRefresh();
  const revoking = useMutation(
    trpc.tokens.revokeAll.mutationOptions({
      onSuccess: async ({ revoked }) => {
        await refresh(); // what is said then agrees with what is shown
        onEnd(`${countOf(revoked, 'token is', 'tokens are')} revoked.`);
      },
    }),
  );
  return (
    <EndDialog
      title="Revoke all your tokens?"
      action="Revoke all"
      ending={revoking}
      onEnd={() => revoking.mutate()}
      onClose={() => onEnd(null)}
    >
      <p>Every program that uses one of them is refused from its next request on. This cannot be taken back.</p>
    </EndDialog>
  );
}
