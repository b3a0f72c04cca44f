'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { type Start, startOf } from './history-input.ts';
import { type HistoryParams, historyHref, readHistoryParams } from './search-params.ts';

/** What is to be brought into view, once. */
export type Aim = {
  readonly to: 'first' | 'last' | { readonly messageId: string };
  /** Pixels from the top of the window; null is the upper third. */
  readonly topPx: number | null;
  readonly takesFocus: boolean;
};

export type Place = {
  readonly params: HistoryParams;
  readonly start: Start;
  /** Counts the starts: pages around the same message are asked for again after going elsewhere. */
  readonly starts: number;
  readonly aim: Aim;
};
export type Move = {
  readonly params?: Partial<HistoryParams>;
  /** Where pages are read from, when what is aimed at is not loaded. */
  readonly start?: Start;
  readonly aim: Aim;
  /** A step that the browser's back button undoes. */
  readonly isStep?: boolean;
};

/** Where one reads: taken from the address, and written back to it. */
export function usePlace(sessionId: string) {
  const search = useSearchParams();
  const [place, setPlace] = useState(() => placeOf(new URLSearchParams(search), 0));
  useEffect(() => {
    const onPop = (): void =>
      setPlace(({ starts }) => placeOf(new URLSearchParams(window.location.search), starts + 1));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  const move = ({ params = {}, start, aim, isStep = false }: Move): void => {
    const next = { ...place.params, ...params };
    const href = historyHref(sessionId, next);
    if (isStep) window.history.pushState(null, '', href);
    else window.history.replaceState(null, '', href);
    setPlace({
      params: next,
      ...(start === undefined ? { start: place.start, starts: place.starts } : { start, starts: place.starts + 1 }),
      aim,
    });
  };
  return { place, move };
}

function placeOf(search: URLSearchParams, starts: number): Place {
  const params = readHistoryParams(search);
  const to = params.at === null ? 'last' : { messageId: params.at };
  return { params, start: startOf(params), starts, aim: { to, topPx: null, takesFocus: false } };
}
