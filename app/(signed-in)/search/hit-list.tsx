'use client';

import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { Hit } from '../../../server/contract/search.ts';
import { ListEnd } from '../../_ui/list-end.tsx';
import { hitHref, hitKey } from './hit-links.ts';
import { HitRow } from './hit-row.tsx';
import './hits.css';
import { SearchProblem } from './search-problem.tsx';
import type { Results, Shown } from './use-results.ts';

type HitListProps = {
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly results: Results;
  readonly shown: Shown;
  readonly chosenKey: string;
  readonly onChoose: (hit: Hit) => void;
};

/** Hits as a list that arrow keys walk. One link of it is in the Tab order: the chosen one's. */
export function HitList({ ref, results, shown, chosenKey, onChoose }: HitListProps) {
  const { hits, asked } = shown;
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = hits.findIndex((hit) => hitKey(hit) === chosenKey);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: hits.length - 1 }[event.key];
    const hit = hits[index];
    if (event.key === 'Escape' || to === -1) focusBox();
    else if (event.key === 'o' && hit !== undefined) window.open(hitHref(hit, asked.q), '_blank', 'noopener');
    else if (to !== undefined) focusLink(event.currentTarget, to);
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const hit = hits[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'])];
    if (hit !== undefined && hitKey(hit) !== chosenKey) onChoose(hit);
  };
  return (
    <div className="hit-column">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its links */}
      <ol
        ref={ref}
        className="hit-list"
        aria-label="Results"
        aria-busy={!results.isCurrent}
        data-waiting={results.isSlow && !results.isLoadingMore}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {hits.map((hit, index) => (
          <HitRow key={hitKey(hit)} hit={hit} index={index} q={asked.q} isChosen={hitKey(hit) === chosenKey} />
        ))}
      </ol>
      <ListEnd
        hasMore={results.isCurrent && results.hasMore && !results.hasMoreFailed}
        isLoading={results.isLoadingMore}
        onMore={results.loadMore}
      >
        {results.hasMoreFailed || !results.isCurrent ? '' : 'That is all.'}
      </ListEnd>
      {results.hasMoreFailed && results.problem !== null ? (
        <SearchProblem text={results.problem} onRetry={results.retry} />
      ) : null}
    </div>
  );
}

/** The hit that gets the focus becomes the chosen one. */
function focusLink(list: HTMLOListElement, index: number): void {
  const link = list.querySelectorAll<HTMLAnchorElement>('a[data-hit]')[index];
  link?.focus({ preventScroll: true });
  link?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

function focusBox(): void {
  document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
}
