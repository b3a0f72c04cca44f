'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { type ShownToken, TOKEN_OVERLAP_HOURS_DEFAULT } from '../../../../server/contract/token.ts';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { errorText, useTRPC } from '../../../_trpc/client.ts';
import { Dialog } from '../../../_ui/dialog.tsx';
import { FormError } from '../../../_ui/form-error.tsx';
import { textOf } from '../../../_ui/form-text.ts';
import { SecretMade } from './secret-made.tsx';
import { useTokensRefresh } from './use-tokens-refresh.ts';

type RotateDialogProps = { readonly token: ShownToken; readonly onEnd: (notice: string | null) => void };

const OVERLAPS = [
  [0, 'Now: it may be in wrong hands'],
  [1, 'In an hour'],
  [TOKEN_OVERLAP_HOURS_DEFAULT, 'In a day'],
  [168, 'In a week'],
] as const;

/** A new secret for the same token; when the old one ends is for the person to say. */
export function RotateDialog({ token, onEnd }: RotateDialogProps) {
  const trpc = useTRPC();
  const id = useId();
  const refresh = useTokensRefresh();
  const rotating = useMutation(trpc.tokens.rotate.mutationOptions({ onSuccess: refresh }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const overlapHours = Number(textOf(new FormData(event.currentTarget), 'overlap'));
    if (!rotating.isPending) rotating.mutate({ tokenId: token.id, overlapHours });
  };
  if (rotating.isSuccess) {
    return (
      <Dialog key="made" title="The token has a new secret" isOnce onClose={() => onEnd(null)}>
        <SecretMade token={rotating.data.token} onEnd={() => onEnd(null)} />
      </Dialog>
    );
  }
  return (
    <Dialog key="ask" title="Make a new secret?" onClose={() => onEnd(null)}>
      <form className="tokens-form" onSubmit={submit}>
        <p className="tokens-name">
          <VisibleText text={token.name} />
        </p>
        <p>What it sees stays as it is. Until the present secret ends, both are good; an earlier one ends at once.</p>
        <div className="field">
          <label htmlFor={id}>The present secret ends</label>
          <select id={id} name="overlap" defaultValue={TOKEN_OVERLAP_HOURS_DEFAULT}>
            {OVERLAPS.map(([hours, words]) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <FormError text={rotating.isError ? errorText(rotating.error) : null} />
        <p className="dialog-actions">
          <button type="button" onClick={() => onEnd(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-busy={rotating.isPending}>
            {rotating.isPending ? 'Making …' : 'Make new secret'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
