'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, useId, useState } from 'react';
import './password-field.css';

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  readonly label: string;
  readonly hint?: string;
};

/** A field for a password, with a button that shows what was typed. */
export function PasswordField({ label, hint, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password-field">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...input}
        />
        <button
          type="button"
          className="quiet"
          aria-pressed={isShown}
          aria-label={`Show what is typed: ${label}`}
          title={isShown ? 'Hide' : 'Show'}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={16} aria-hidden />
        </button>
      </div>
      {hint === undefined ? null : (
        <p className="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
