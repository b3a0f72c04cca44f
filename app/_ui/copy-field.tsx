'use client';

import { Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import './copy-field.css';
import { useCopy } from './use-copy.ts';

type CopyFieldProps = { readonly label: string; readonly text: string };

/** Something made to be copied: with the focus, all of it is selected. */
export function CopyField({ label, text }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { says, copy } = useCopy(text, () => input.current?.focus());
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-field">
        <input id={id} ref={input} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </button>
      </div>
      <output className="copy-field-note muted">{says}</output>
    </div>
  );
}
