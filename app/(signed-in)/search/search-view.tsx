'use client';

import { useRef, useState } from 'react';
import { addFilter } from './add-filter.ts';
import { FilterRow } from './filter-row.tsx';
import { hitKey } from './hit-links.ts';
import { HitList } from './hit-list.tsx';
import { HitPreview } from './hit-preview.tsx';
import { HitSkeleton } from './hit-skeleton.tsx';
import { NamedList } from './named-list.tsx';
import './search.css';
import { SearchBox } from './search-box.tsx';
import { SearchEmpty } from './search-empty.tsx';
import { SearchFacets } from './search-facets.tsx';
import { SearchHelp } from './search-help.tsx';
import { SearchStart } from './search-start.tsx';
import { SearchStatus } from './search-status.tsx';
import { useFacets } from './use-facets.ts';
import { useHelpKey } from './use-help-key.ts';
import { useIsWide } from './use-is-wide.ts';
import { useResults } from './use-results.ts';
import { useSearchState } from './use-search-state.ts';

/** Messages that a query finds, and on wide pages what stands around the chosen one. */
export function SearchView() {
  const [state, act] = useSearchState();
  const results = useResults(state.asked, state.isTyping);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const isWide = useIsWide();
  useHelpKey(() => setIsHelpOpen(true));
  const { shown } = results;
  const facets = useFacets(state.asked, { isTyping: state.isTyping, hasHits: results.isCurrent });
  const isBlank = state.asked.q.trim() === '';
  const chosen = shown?.hits.find((hit) => hitKey(hit) === state.asked.at) ?? shown?.hits[0] ?? null;
  const ask = (q: string): void => act({ type: 'changed', to: { q } });
  const narrow = (filter: string): void => ask(addFilter(state.box, filter));
  return (
    <div className="search">
      <h1 className="visually-hidden">Search</h1>
      <SearchBox
        text={state.box}
        read={isBlank ? null : (shown?.last.interpreted ?? null)}
        problem={isBlank || results.hasMoreFailed ? null : results.problem}
        onRetry={results.retry}
        onType={(text) => act({ type: 'typed', text })}
        onSubmit={() => act({ type: 'submitted' })}
        onDown={() => focusHit(list.current)}
        onHelp={() => setIsHelpOpen(true)}
      />
      <FilterRow
        params={state.asked}
        filters={isBlank ? [] : (shown?.last.interpreted.filters ?? [])}
        isRanked={isBlank || shown === null || shown.asked.sort !== 'best' || shown.last.ranked !== 'none'}
        onAdd={narrow}
        onDrop={ask}
        onChange={(to) => act({ type: 'changed', to })}
      />
      {isBlank ? (
        <SearchStart onAsk={ask} />
      ) : (
        <>
          <SearchStatus results={results} facets={facets} onAdd={narrow} />
          {shown === null || shown.named.length === 0 ? null : <NamedList named={shown.named} />}
          {shown === null && results.problem === null ? <HitSkeleton /> : null}
          {shown !== null && shown.hits.length === 0 ? <SearchEmpty shown={shown} onAsk={ask} /> : null}
          {shown === null || chosen === null ? null : (
            <div className="search-panes">
              <SearchFacets facets={facets} onAdd={narrow} />
              <HitList
                ref={list}
                results={results}
                shown={shown}
                chosenKey={hitKey(chosen)}
                onChoose={(hit) => act({ type: 'chosen', at: hitKey(hit) })}
              />
              {isWide ? <HitPreview hit={chosen} q={shown.asked.q} /> : <div className="search-no-preview" />}
            </div>
          )}
        </>
      )}
      {isHelpOpen ? <SearchHelp onClose={() => setIsHelpOpen(false)} /> : null}
    </div>
  );
}

/** The chosen hit's link is the one that the Tab key reaches. */
function focusHit(list: HTMLOListElement | null): void {
  list?.querySelector<HTMLAnchorElement>('a[data-hit][tabindex="0"]')?.focus();
}
