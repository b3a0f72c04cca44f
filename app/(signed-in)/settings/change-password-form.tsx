'use client';

import { type FormEvent, useState } from 'react';
import { newPasswordProblem } from '../../_parts/new-password.ts';
import { NewPasswordFields } from '../../_parts/new-password-fields.tsx';
import { signInWith } from '../../_parts/sign-in-with.ts';
import { errorText, useTRPCClient } from '../../_trpc/client.ts';
import { FormError } from '../../_ui/form-error.tsx';
import { focusField, textOf } from '../../_ui/form-text.ts';
import { PasswordField } from '../../_ui/password-field.tsx';

type Outcome = { readonly field: string; readonly text: string } | null;

/** A new password ends all sign-ins; this browser then signs in with it, so only the others are out. */
export function ChangePasswordForm({ email }: { readonly email: string }) {
  const change = useChange(email);
  const [problem, setProblem] = useState<Outcome>(null);
  const [changes, setChanges] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const isChanged = changes > 0 && problem === null;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const [current, next] = [textOf(data, 'current'), textOf(data, 'password')];
    setIsBusy(true);
    const wrong = newPasswordProblem(next, textOf(data, 'again')) ?? (await change({ current, next }));
    setIsBusy(false);
    setProblem(wrong);
    if (wrong === null) setChanges(changes + 1);
    else focusField(form, wrong.field);
  }

  return (
    <form className="settings-form" method="post" onSubmit={(event) => void submit(event)}>
      <input name="email" autoComplete="username" value={email} readOnly hidden />
      <div className="settings-form" key={changes}>
        <PasswordField label="Present password" name="current" autoComplete="current-password" required />
        <NewPasswordFields label="New password" />
      </div>
      <FormError text={problem?.text ?? null} />
      <p>
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Changing …' : 'Change password'}
        </button>
      </p>
      <output className={isChanged ? 'note' : 'visually-hidden'}>
        {isChanged ? 'Your password is changed. Other devices are signed out.' : ''}
      </output>
    </form>
  );
}

/** Null when it is done; else what to mend. */
function useChange(email: string): (input: { current: string; next: string }) => Promise<Outcome> {
  const client = useTRPCClient();
  return async (input) => {
    try {
      await client.users.changePassword.mutate(input);
    } catch (cause) {
      return { field: 'current', text: errorText(cause) };
    }
    if ((await signInWith(email, input.next)) !== null) window.location.assign('/sign-in');
    return null;
  };
}
