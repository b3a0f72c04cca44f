'use client';

import { type RefObject, useEffect } from 'react';
import { PAGES_MAX } from './history-input.ts';

type Pages = {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchPreviousPage: () => unknown;
  readonly fetchNextPage: () => unknown;
};

/** So many screens before an end of what is loaded, more is asked for. */
const SCREENS_AHEAD = 2.5;

/** Asks for older and newer pages before one gets there. After an error it waits to be asked. */
export function useNearEnds(list: RefObject<HTMLElement | null>, pages: Pages): void {
  useEffect(() => {
    const check = (): void => {
      const end = list.current === null ? null : endToExtend(list.current, pages);
      if (end === 'older') void pages.fetchPreviousPage();
      if (end === 'newer') void pages.fetchNextPage();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      window.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  });
}

/** When all pages are held, an end grows only if what is dropped at the other lies far away. */
function endToExtend(list: HTMLElement, pages: Pages): 'older' | 'newer' | null {
  if (pages.isFetching || pages.isError || pages.isPlaceholderData) return null;
  const { top, bottom } = list.getBoundingClientRect();
  const ahead = window.innerHeight * SCREENS_AHEAD;
  const [above, below] = [-top, bottom - window.innerHeight];
  const isFull = (pages.data?.pages.length ?? 0) >= PAGES_MAX;
  if (pages.hasPreviousPage && above < ahead && !(isFull && below < ahead)) return 'older';
  return pages.hasNextPage && below < ahead && !(isFull && above < ahead) ? 'newer' : null;
}
