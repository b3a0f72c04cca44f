'use client';

import { countOf } from '../../../_parts/format-number.ts';
import type { LiveTail } from './use-live-tail.ts';

type LiveNewsProps = { readonly tail: LiveTail; readonly onShow: () => void };

/** Says what came at the end while one reads further up, aloud too, and leads there. */
export function LiveNews({ tail, onShow }: LiveNewsProps) {
  const { news, problem, forget } = tail;
  const text = news === 'elsewhere' ? 'The session goes on elsewhere' : news === 0 ? '' : countOf(news, 'new message');
  const show = (): void => {
    forget();
    onShow();
  };
  return (
    <>
      {problem === null ? null : (
        <p className="note history-problem" role="alert">
          This session is not followed any more. {problem}
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {text}
      </p>
      {text === '' ? null : (
        <button type="button" className="history-news" onClick={show}>
          {text} <span aria-hidden>↓</span>
        </button>
      )}
    </>
  );
}
