'use client';

import { useMutation } from '@tanstack/react-query';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import { LinkMade } from './link-made.tsx';
import type { TeamPerson } from './person.ts';

type LinkDialogProps = { readonly person: TeamPerson; readonly onEnd: (notice: string | null) => void };

/** A new link for somebody who lost theirs, or forgot the password. */
export function LinkDialog({ person, onEnd }: LinkDialogProps) {
  const trpc = useTRPC();
  const making = useMutation(trpc.users.renewLink.mutationOptions());
  if (making.isSuccess) {
    return (
      <Dialog key="made" title="The link is made" onClose={() => onEnd(null)}>
        <LinkMade email={making.data.email} token={making.data.token} onEnd={() => onEnd(null)} />
      </Dialog>
    );
  }
  return (
    <Dialog key="ask" title="Make a new link?" onClose={() => onEnd(null)}>
      <p className="team-email">{person.email}</p>
      <p>
        By it they choose {person.hasPassword ? 'a new password. The present one is good until then' : 'a password'}.
        Earlier links for them are void from now on.
      </p>
      <FormError text={making.isError ? errorText(making.error) : null} />
      <p className="dialog-actions">
        <button type="button" onClick={() => onEnd(null)}>
          Cancel
        </button>
        <button
          type="button"
          className="primary"
          disabled={making.isPending}
          onClick={() => making.mutate({ email: person.email })}
        >
          {making.isPending ? 'Making …' : 'Make link'}
        </button>
      </p>
    </Dialog>
  );
}
