'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { signInWith } from '../_parts/sign-in-with.ts';
import { Field } from '../_ui/field.tsx';
import { FormError } from '../_ui/form-error.tsx';
import { focusField, textOf } from '../_ui/form-text.ts';
import { PasswordField } from '../_ui/password-field.tsx';

type SignInViewProps = {
  readonly nextPath: string;
  /** Host and port, as the address says it. */
  readonly server: string;
};

export function SignInView({ nextPath, server }: SignInViewProps) {
  const router = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setIsBusy(true);
    const problem = await signInWith(textOf(data, 'email'), textOf(data, 'password'));
    setIsBusy(false);
    setError(problem);
    if (problem !== null) return focusField(form, 'password');
    router.push(nextPath);
    router.refresh();
  }

  return (
    <form className="sheet" method="post" onSubmit={(event) => void submit(event)}>
      <h1>Sign in to Scrollback</h1>
      <p className="muted">
        At {server}.{nextPath === '/' ? null : ' The page that you asked for opens next.'}
      </p>
      <Field label="E-mail" name="email" type="email" autoComplete="username" required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <FormError text={error} />
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? 'Checking …' : 'Sign in'}
      </button>
      <p className="muted">No password yet, or forgotten? An owner of this server can make a link to choose one.</p>
    </form>
  );
}
