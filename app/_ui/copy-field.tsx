'use client';

import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import './copy-field.css';

type CopyFieldProps = { readonly label: string; readonly text: string };

const SAYS = {
  ready: '',
  copied: 'Copied.',
  // Browsers let a page copy over https and on the same machine only.
  failed: 'The browser does not let this page copy: it is selected, press Ctrl+C or Cmd+C.',
} as const;

/** Something made to be copied: with the focus, all of it is selected. */
export function CopyField({ label, text }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<keyof typeof SAYS>('ready');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
      input.current?.focus();
    }
  }
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
      <output className="copy-field-note muted">{SAYS[state]}</output>
    </div>
  );
}
