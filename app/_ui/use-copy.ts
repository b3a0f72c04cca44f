'use client';

import { useState } from 'react';

const SAYS = {
  ready: '',
  copied: 'Copied.',
  // Browsers let a page copy over https and on the same machine only.
  failed: 'The browser does not let this page copy: it is selected, press Ctrl+C or Cmd+C.',
} as const;

/** Copies a text; where the browser does not let it, `select` selects it for the reader. `says` is for a live region. */
export function useCopy(
  text: string,
  select: () => void,
): { readonly says: string; readonly copy: () => Promise<void> } {
  const [state, setState] = useState<keyof typeof SAYS>('ready');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
      select();
    }
  }
  return { says: SAYS[state], copy };
}
