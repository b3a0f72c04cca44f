'use client';

import { useMutation } from '@tanstack/react-query';
import type { ShownToken } from '../../../../server/contract/token.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { useTRPC } from '../../../_trpc/client.ts';
import { EndDialog } from './end-dialog.tsx';
import { useTokensRefresh } from './use-tokens-refresh.ts';

type RevokeDialogProps = { readonly token: ShownToken; readonly onEnd: (notice: string | null) => void };

export function RevokeDialog({ token: { id, name }, onEnd }: RevokeDialogProps) {
  const trpc = useTRPC();
  const refresh = useTokensRefresh();
  const revoking = useMutation(
    trpc.tokens.revoke.mutationOptions({
      onSuccess: async () => {
        await refresh(); // what is said then agrees with what is shown
        onEnd(`${writeMarksOut(name)} is revoked.`);
      },
    }),
  );
  return (
    <EndDialog
      title="Revoke this token?"
      action="Revoke"
      ending={revoking}
      onEnd={() => revoking.mutate({ tokenId: id })}
      onClose={() => onEnd(null)}
    >
      <p className="tokens-name">
        <VisibleText text={name} />
      </p>
      <p>What uses it is refused from its next request on. This cannot be taken back; you can make another one.</p>
    </EndDialog>
  );
}
