'use client';

import { useMemo, useState } from 'react';
import { countOf } from './format-number.ts';
import { MarkdownText } from './markdown-text.tsx';
import { foldText } from './message-fold.ts';
import type { TextSpan } from './message-spans.ts';
import { VisibleText } from './visible-text.tsx';

type MessageBodyProps = {
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly isAnchor: boolean;
  /** Starts as one line: what nobody said. */
  readonly isFolded: boolean;
};

/** The text of a message. What is long is folded, unless a hit lies in the folded part. */
export function MessageBody({ text, spans, isAnchor, isFolded }: MessageBodyProps) {
  const [choice, setChoice] = useState<'all' | 'less' | null>(null);
  const fold = useMemo(() => foldText(text), [text]);
  const shownUnits = isFolded ? 0 : (fold?.shown.length ?? text.length);
  const hasHiddenHit = spans.some(({ kind, end }) => kind === 'hit' && end > shownUnits);
  const isOpen = choice === null ? hasHiddenHit || (isFolded && isAnchor) : choice === 'all';
  if (isFolded && !isOpen) {
    return (
      <button type="button" className="quiet message-unfold" aria-expanded={false} onClick={() => setChoice('all')}>
        <bdi className="cut">
          <VisibleText text={text.slice(0, 200).replaceAll(/\s+/g, ' ')} />
        </bdi>
      </button>
    );
  }
  const label = fold === null ? 'Show less' : `Show all ${countOf(fold.lines, 'line')}`;
  return (
    <>
      <MarkdownText text={fold === null || isOpen ? text : fold.shown} spans={spans} />
      {fold === null && !isFolded ? null : (
        <button
          type="button"
          className="quiet message-more"
          aria-expanded={isOpen}
          onClick={() => setChoice(isOpen ? 'less' : 'all')}
        >
          {isOpen ? 'Show less' : label}
        </button>
      )}
    </>
  );
}
