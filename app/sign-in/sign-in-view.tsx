'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { signInWith } from '../_parts/sign-in-with.ts';
import { Field } from '../_ui/field.tsx';
import { FormError } from '../_ui/form-error.tsx';
import { textOf } from '../_ui/form-text.ts';

export function SignInView({ nextPath }: { readonly nextPath: string }) {
  const router = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    const problem = await signInWith(textOf(form, 'email'), textOf(form, 'password'));
    setIsBusy(false);
    setError(problem);
    if (problem !== null) return;
    router.push(nextPath);
    router.refresh();
  }

  return (
    <form className="sheet" onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <Field label="E-mail" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <FormError text={error} />
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking …' : 'Sign in'}
      </button>
    </form>
  );
}
