'use client';

import { useState } from 'react';
import { PasswordField } from '../_ui/password-field.tsx';
import { lengthHint } from './new-password.ts';

/** A new password, typed twice: the fields `password` and `again`. */
export function NewPasswordFields({ label }: { readonly label: string }) {
  const [hint, setHint] = useState(() => lengthHint(''));
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={hint}
        required
        onChange={(event) => setHint(lengthHint(event.currentTarget.value))}
      />
      <PasswordField label="The same again" name="again" autoComplete="new-password" required />
    </>
  );
}
