'use client';

import { useState } from 'react';

const SHOWN_MS = 2000;

/** Copies the address of a page of this site. Browsers allow that over https and on this machine only. */
export function CopyLink({ href }: { readonly href: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href);
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('ready'), SHOWN_MS);
  };
  return (
    <>
      <button type="button" className="copy-link" onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      <output className={state === 'failed' ? 'muted' : 'visually-hidden'}>
        {state === 'copied' ? 'Copied' : null}
        {state === 'failed' ? 'The browser does not allow copying here' : null}
      </output>
    </>
  );
}
