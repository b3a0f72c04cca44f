'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, errorText } from '../_trpc/client.ts';
import { Field } from '../_ui/field.tsx';
import { FormError } from '../_ui/form-error.tsx';
import { focusField, textOf } from '../_ui/form-text.ts';
import { newPasswordProblem } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { signInWith } from './sign-in-with.ts';

export type PasswordChoice = {
  readonly token: string;
  /** Null for the first owner, who names their own. */
  readonly email: string | null;
  readonly heading: string;
  /** What the link is for, and what follows. */
  readonly children: ReactNode;
  /** Where to go once signed in. */
  readonly nextPath: string;
};

/** Chooses a password by a one-time link, and signs in with it. */
export function ChoosePasswordForm({ token, email, heading, children, nextPath }: PasswordChoice) {
  const router = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const password = textOf(data, 'password');
    const wrong = newPasswordProblem(password, textOf(data, 'again'));
    if (wrong !== null) {
      setError(wrong.text);
      return focusField(form, wrong.field);
    }
    setIsBusy(true);
    const choice = { token, email: email ?? textOf(data, 'email'), password };
    const problem = await choose(choice).catch(errorText);
    setError(problem);
    setIsBusy(false);
    if (problem !== null) return focusField(form, email === null ? 'email' : 'password');
    router.push(nextPath);
    router.refresh();
  }

  return (
    <form className="sheet" method="post" onSubmit={(event) => void submit(event)}>
      <h1>{heading}</h1>
      {children}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? ''}
        readOnly={email !== null}
        required
      />
      <NewPasswordFields label="Password" />
      <FormError text={error} />
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? 'Saving …' : 'Save and sign in'}
      </button>
    </form>
  );
}

/** Null when it is done, and this browser is signed in; else what went wrong. */
async function choose(choice: { token: string; email: string; password: string }): Promise<string | null> {
  const { email } = await api.users.choosePassword.mutate(choice);
  return signInWith(email, choice.password);
}
