'use client';

import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { Field } from '../../_ui/field.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import { textOf } from '../../_ui/form-text.ts';
import { LinkMade } from './link-made.tsx';
import { RoleChoice, roleOf } from './role-choice.tsx';
import { usePeopleRefresh } from './use-people-refresh.ts';

/** Adds a person, then shows the link by which they choose a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const refresh = usePeopleRefresh();
  const inviting = useMutation(trpc.users.invite.mutationOptions({ onSuccess: refresh }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    inviting.mutate({ email: textOf(form, 'email'), role: roleOf(form) });
  };
  if (inviting.isSuccess) {
    const { email, token } = inviting.data;
    return (
      <Dialog key="made" title="The person is added" onClose={onClose}>
        <LinkMade email={email} token={token} onEnd={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title="Invite a person" onClose={onClose}>
      <form className="team-form" onSubmit={submit}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="off"
          hint="No mail is sent: you get a link to hand over."
          required
        />
        <RoleChoice initial="member" />
        <FormError text={inviting.isError ? errorText(inviting.error) : null} />
        <p className="dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={inviting.isPending}>
            {inviting.isPending ? 'Adding …' : 'Add and make link'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
