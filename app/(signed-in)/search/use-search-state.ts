'use client';

import { useSearchParams } from 'next/navigation';
import { type Dispatch, useEffect, useReducer } from 'react';
import { openSearch, type SearchAct, type SearchState, searchReducer } from './search-state.ts';

const PATH = '/search';
const PAUSE_MS = 50;
/** Browsers refuse a page that writes its address as fast as an arrow key repeats. */
const CHOICE_PAUSE_MS = 200;

/** The state of the page, kept in its address. */
export function useSearchState(): readonly [SearchState, Dispatch<SearchAct>] {
  const address = useSearchParams().toString();
  const [state, dispatch] = useReducer(searchReducer, address, openSearch);
  if (address !== state.address) dispatch({ type: 'moved', address });
  useEffect(() => {
    document.title = searchTitle(state.asked.q);
  }, [state.asked.q]);
  useEffect(() => {
    const onTravel = (): void => {
      const { pathname, search } = window.location;
      if (pathname === PATH) dispatch({ type: 'travelled', address: new URLSearchParams(search).toString() });
    };
    window.addEventListener('popstate', onTravel);
    return () => window.removeEventListener('popstate', onTravel);
  }, []);
  const isAhead = state.box !== state.asked.q;
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'paused' }), state.box === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state.box, isAhead]);
  const pending = state.written.at(-1);
  useEffect(() => {
    if (pending === undefined) return undefined;
    const save = (): void => {
      const url = pending.address === '' ? PATH : `${PATH}?${pending.address}`;
      if (pending.how === 'push') window.history.pushState(null, '', url);
      else window.history.replaceState(null, '', url);
    };
    if (!pending.isChoice) return save();
    const timer = setTimeout(save, CHOICE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return [state, dispatch];
}

function searchTitle(q: string): string {
  return `${q.trim() === '' ? 'Search' : `${q.trim()} · Search`} · Scrollback`;
}
