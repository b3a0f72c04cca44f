'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { changedHref, type ListChange, type ListParams, readListParams } from './search-params.ts';

/** What the address says, and a way to change it in place, without asking the server for the page again. */
export function useListParams(): readonly [ListParams, (change: ListChange) => void] {
  const search = useSearchParams();
  const params = useMemo(() => readListParams(Object.fromEntries(search)), [search]);
  return [params, changeAddress];
}

/** Starts from the address itself: it may have changed since the last render. */
function changeAddress(change: ListChange): void {
  window.history.replaceState(null, '', changedHref(window.location.search, change));
}
