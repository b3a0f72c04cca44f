'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, useTRPC } from '../../../_trpc/client.ts';
import { Dialog } from '../../../_ui/dialog.tsx';
import { FormError } from '../../../_ui/form-error.tsx';
import { CreateFields } from './create-fields.tsx';
import { readTokenForm, visibilityOf } from './read-token-form.ts';
import { SecretMade } from './secret-made.tsx';
import { needsSession } from './token-words.ts';
import { useTokensRefresh } from './use-tokens-refresh.ts';

/** Makes a token, then shows its secret, which nobody is told again. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const refresh = useTokensRefresh();
  const creating = useMutation(trpc.tokens.create.mutationOptions({ onSuccess: refresh }));
  const [chosen, setChosen] = useState({ isBound: true, hasList: false });
  const choose = (event: FormEvent<HTMLFormElement>): void => {
    const form = new FormData(event.currentTarget);
    const visibility = visibilityOf(form);
    setChosen({ isBound: needsSession(visibility, form.has('sandboxed')), hasList: visibility === 'all' });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!creating.isPending) creating.mutate(readTokenForm(new FormData(event.currentTarget)));
  };
  if (creating.isSuccess) {
    return (
      <Dialog key="made" title="The token is made" isOnce onClose={onClose}>
        <SecretMade token={creating.data.token} onEnd={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title="Make a token" onClose={onClose}>
      <form className="tokens-form" onChange={choose} onSubmit={submit}>
        <CreateFields {...chosen} />
        <footer className="tokens-foot">
          <FormError text={creating.isError ? errorText(creating.error) : null} />
          <p className="dialog-actions">
            <button type="button" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="primary" aria-busy={creating.isPending}>
              {creating.isPending ? 'Making …' : 'Make token'}
            </button>
          </p>
        </footer>
      </form>
    </Dialog>
  );
}
