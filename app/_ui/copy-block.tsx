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
      <figcaption id={id}>{label}</figcaption>
      <div className="copy-field">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the keyboard too */}
        <pre ref={block} tabIndex={0}>
          {text}
        </pre>
        <button type="button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </button>
      </div>
      <output className="copy-field-note muted">{says}</output>
    </figure>
  );
}
