'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { api, errorText } from '../_trpc/client.ts';
import { Field } from '../_ui/field.tsx';
import { FormError } from '../_ui/form-error.tsx';
import { textOf } from '../_ui/form-text.ts';
import { signInWith } from './sign-in-with.ts';

export type PasswordChoice = {
  readonly token: string;
  /** Null for the first owner, who names their own. */
  readonly email: string | null;
  readonly heading: string;
  readonly button: string;
};

/** Chooses a password by a one-time link, and signs in with it. */
export function ChoosePasswordForm({ token, email, heading, button }: PasswordChoice) {
  const router = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = textOf(form, 'password');
    if (password !== textOf(form, 'again')) return setError('The two passwords are not the same.');
    setIsBusy(true);
    const problem = await choose(email ?? textOf(form, 'email'), password).catch(errorText);
    setIsBusy(false);
    setError(problem);
    if (problem !== null) return;
    router.push('/');
    router.refresh();
  }

  async function choose(typedEmail: string, password: string): Promise<string | null> {
    const chosen = await api.users.choosePassword.mutate({ token, email: typedEmail, password });
    return signInWith(chosen.email, password);
  }

  return (
    <form className="sheet" onSubmit={(event) => void submit(event)}>
      <h1>{heading}</h1>
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? ''}
        readOnly={email !== null}
        required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        hint="At least 12 characters. Some words in a row are easy to keep in mind."
        required
      />
      <Field label="The same again" name="again" type="password" autoComplete="new-password" minLength={12} required />
      <FormError text={error} />
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving …' : button}
      </button>
    </form>
  );
}
