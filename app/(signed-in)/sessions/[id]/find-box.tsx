'use client';

import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatCount } from '../../../_parts/format-number.ts';
import type { HistoryParams } from './search-params.ts';
import type { useFind } from './use-find.ts';
import type { ReadingActions } from './use-reading.ts';

type FindBoxProps = {
  readonly params: HistoryParams;
  readonly find: ReturnType<typeof useFind>;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly reading: ReadingActions;
};

/** Finds in this session. Enter goes to the first hit from here on, then from hit to hit; with Shift, back. */
export function FindBox({ params, find, box, reading }: FindBoxProps) {
  const [typed, setTyped] = useState(params.q);
  const [shownFor, setShownFor] = useState(params.q);
  // Going back changes the query from outside; the box keeps its focus.
  if (shownFor !== params.q) {
    setShownFor(params.q);
    setTyped(params.q);
  }
  return (
    <search className="history-find">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void reading.search(typed.trim());
        }}
      >
        <Search size={16} aria-hidden />
        <input
          ref={box}
          type="search"
          aria-label="Find in this session"
          placeholder="Find in this session"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || !event.shiftKey) return;
            event.preventDefault();
            void reading.stepHit(-1, false);
          }}
        />
        <output
          className={find.problem === null ? 'history-found' : 'history-found history-refused'}
          aria-live="polite"
        >
          {foundText(params, find)}
        </output>
      </form>
      {find.hits.length === 0 ? null : <HitSteps onStep={reading.stepHit} />}
    </search>
  );
}

function HitSteps({ onStep }: { readonly onStep: (by: 1 | -1) => unknown }) {
  return (
    <>
      <button type="button" className="quiet" aria-label="Previous hit" title="Previous hit" onClick={() => onStep(-1)}>
        <ChevronUp size={16} aria-hidden />
      </button>
      <button type="button" className="quiet" aria-label="Next hit" title="Next hit" onClick={() => onStep(1)}>
        <ChevronDown size={16} aria-hidden />
      </button>
    </>
  );
}

/** `3 of 12`, or how many there are while none of them is read. */
function foundText({ q, at }: HistoryParams, { hits, hasMore, isPending, problem }: FindBoxProps['find']): string {
  if (q === '') return '';
  if (problem !== null) return problem;
  if (isPending) return '…';
  if (hits.length === 0) return 'not found here';
  const all = `${formatCount(hits.length)}${hasMore ? '+' : ''}`;
  const index = hits.findIndex(({ messageId }) => messageId === at);
  return index === -1 ? `${all} found` : `${formatCount(index + 1)} of ${all}`;
}
