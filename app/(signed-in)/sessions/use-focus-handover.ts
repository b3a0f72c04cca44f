'use client';

import { type RefObject, useLayoutEffect } from 'react';

/** When a row that holds the focus goes, deleted or filtered out, the focus goes to the next row, or the one before. */
export function useFocusHandover(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) heirOf(element)?.focus();
    };
  }, [row]);
}

/** Rows below the same item go with it. */
function heirOf(row: HTMLElement): HTMLElement | undefined {
  const item = row.closest('li') ?? row;
  const links = [...document.querySelectorAll<HTMLElement>('[data-session-link]')];
  const isAfter = (link: HTMLElement): boolean =>
    (item.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const outside = links.filter((link) => !item.contains(link));
  return outside.find(isAfter) ?? outside.at(-1);
}
