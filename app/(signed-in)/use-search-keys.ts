'use client';

import { useEffect } from 'react';

/** `/` and Ctrl or Cmd with K go to the page's search box: the one that carries `data-search-box`. */
export function useSearchKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const box = isSlash || isPalette ? document.querySelector<HTMLInputElement>('[data-search-box]') : null;
      if (box === null || event.defaultPrevented) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** True where keys are text: fields, and what can be edited. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  );
}
