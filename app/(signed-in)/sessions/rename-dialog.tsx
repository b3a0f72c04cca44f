'use client';

import type { FormEvent } from 'react';
import type { ShownSession } from '../../../server/contract/session.ts';
import type { SessionPatch } from '../../../server/contract/session-patch.ts';
import { errorText } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { Field } from '../../_ui/field.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import { textOf } from '../../_ui/form-text.ts';
import { useSessionChange } from './use-session-change.ts';

type RenameDialogProps = { readonly session: ShownSession; readonly onEnd: (notice: string | null) => void };

export function RenameDialog({ session, onEnd }: RenameDialogProps) {
  const change = useSessionChange();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (change.isPending) return;
    const form = new FormData(event.currentTarget);
    const patch = patchOf(session, textOf(form, 'title').trim(), textOf(form, 'label').trim());
    if (patch === null) return onEnd(null);
    change.mutate({ session: session.sessionId, patch }, { onSuccess: () => onEnd('Title and label are saved.') });
  };
  return (
    <Dialog title="Title and label" onClose={() => onEnd(null)}>
      <form className="session-form" onSubmit={submit}>
        <Field
          label="Title"
          name="title"
          defaultValue={session.title ?? ''}
          maxLength={200}
          required={session.title !== null}
          hint="Later imports keep it."
        />
        <Field
          label="Label"
          name="label"
          defaultValue={session.label ?? ''}
          maxLength={200}
          hint="A word to find it by: label:… in the search. Empty for none."
        />
        <FormError text={change.isError ? errorText(change.error) : null} />
        <p className="dialog-actions">
          <button type="button" onClick={() => onEnd(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-busy={change.isPending}>
            {change.isPending ? 'Saving …' : 'Save'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** What differs from now; null when nothing does. */
function patchOf(session: ShownSession, title: string, label: string): SessionPatch | null {
  const patch: SessionPatch = {
    ...(title === '' || title === session.title ? {} : { title }),
    ...(label === (session.label ?? '') ? {} : { label: label === '' ? null : label }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}
