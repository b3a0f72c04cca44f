'use client';

import { useState } from 'react';
import { currentRow, placed } from './rows-in-view.ts';
import { type HistoryParams, historyHref } from './search-params.ts';

/** Copies the address of the message that is read. `said` is for the reader: what became of it. */
export function useCopyLink(sessionId: string, params: HistoryParams) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const row = currentRow();
    const at = row === null ? params.at : placed(row).messageId;
    const url = new URL(historyHref(sessionId, { ...params, at }), window.location.origin);
    try {
      await navigator.clipboard.writeText(url.href);
      setSaid('Link copied');
    } catch {
      setSaid('The browser did not allow copying');
    }
    setTimeout(() => setSaid(''), SAID_MS);
  };
  return { copy, said };
}
export type CopyLink = ReturnType<typeof useCopyLink>;

const SAID_MS = 3000;
