'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { hasMarks } from './hidden-marks.ts';

type MessageCopyProps = {
  readonly label: string;
  /** What to copy, asked for when pressed. */
  readonly text: () => string;
};

const SAYS = {
  ready: '',
  copied: 'Copied',
  'copied-marks': 'Copied, with characters that cannot be seen',
  failed: 'The browser did not allow copying',
} as const;

/** Copies, and says for whom cannot see the sign that it did. */
export function MessageCopy({ label, text }: MessageCopyProps) {
  const [state, setState] = useState<keyof typeof SAYS>('ready');
  const copy = async (): Promise<void> => {
    try {
      const copied = text();
      await navigator.clipboard.writeText(copied);
      setState(hasMarks(copied) ? 'copied-marks' : 'copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button type="button" className="quiet message-copy" aria-label={label} title={label} onClick={() => void copy()}>
        {state.startsWith('copied') ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </button>
      <output className={state === 'copied-marks' ? 'message-copy-warning' : 'visually-hidden'}>{SAYS[state]}</output>
    </>
  );
}
