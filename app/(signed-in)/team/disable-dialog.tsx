'use client';

import { errorText } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import type { TeamPerson } from './person.ts';
import { usePersonChange } from './use-person-change.ts';

type DisableDialogProps = { readonly person: TeamPerson; readonly onEnd: (notice: string | null) => void };

/** Says what ends and what stays before it does it. */
export function DisableDialog({ person, onEnd }: DisableDialogProps) {
  const { email, isMe } = person;
  const disabling = usePersonChange(person, () => onEnd(`${email} is disabled, and signed out on all devices.`));
  return (
    <Dialog title="Disable this person?" onClose={() => onEnd(null)}>
      <p className="team-email">{email}</p>
      <p>
        {isMe ? 'This is you. You are' : 'They are'} signed out on all devices with the next request, cannot sign in,
        and a link that waits for them is void.
      </p>
      <p>
        Their transcripts stay, and so does what they shared; their tokens are revoked for good. Enabling them gives the
        rest back as it is, with the same password.
      </p>
      <FormError text={disabling.isError ? errorText(disabling.error) : null} />
      <p className="dialog-actions">
        <button type="button" onClick={() => onEnd(null)}>
          Cancel
        </button>
        <button
          type="button"
          className="danger"
          disabled={disabling.isPending}
          onClick={() => disabling.mutate({ email, isDisabled: true })}
        >
          {disabling.isPending ? 'Disabling …' : 'Disable'}
        </button>
      </p>
    </Dialog>
  );
}
