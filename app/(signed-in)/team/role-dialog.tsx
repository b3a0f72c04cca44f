'use client';

import { errorText } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import type { TeamPerson } from './person.ts';
import { RoleChoice, roleOf } from './role-choice.tsx';
import { usePersonChange } from './use-person-change.ts';

type RoleDialogProps = { readonly person: TeamPerson; readonly onEnd: (notice: string | null) => void };

export function RoleDialog({ person, onEnd }: RoleDialogProps) {
  const { email, role, isMe } = person;
  const changing = usePersonChange(person, () => onEnd(`The role of ${email} is changed. They have to sign in again.`));
  return (
    <Dialog title="Change role" onClose={() => onEnd(null)}>
      <form
        className="team-form"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = roleOf(new FormData(event.currentTarget));
          if (chosen === role) onEnd(null);
          else changing.mutate({ email, role: chosen });
        }}
      >
        <p className="team-email">{email}</p>
        <RoleChoice initial={role} />
        <p className="note">
          {isMe
            ? 'This is you. You are signed out on all devices, and sign in again with the new role.'
            : 'They are signed out on all devices, and sign in again with the new role.'}
        </p>
        <FormError text={changing.isError ? errorText(changing.error) : null} />
        <p className="dialog-actions">
          <button type="button" onClick={() => onEnd(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={changing.isPending}>
            {changing.isPending ? 'Changing …' : 'Change role'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
