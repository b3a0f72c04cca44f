'use client';

import { Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import './copy-field.css';
import { useCopy } from './use-copy.ts';

type CopyBlockProps = { readonly label: string; readonly text: string };

/** Some lines made to be copied. */
export function CopyBlock({ label, text }: CopyBlockProps) {
  const id = useId();
  const block = useRef<HTMLPreElement>(null);
  const { says, copy } = useCopy(text, () => {
    if (block.current !== null) getSelection()?.selectAllChildren(block.current);
  });
  return (
    <figure className="copy-block" aria-labelledby={id}>
      <figcaption>
        <span id={id}>{label}</span>
        <output className="muted">{says}</output>
        <button type="button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </button>
      </figcaption>
      <pre ref={block}>{text}</pre>
    </figure>
  );
}
