'use client';

import { useEffect } from 'react';
import { isTyping } from '../../use-search-keys.ts';

/** By `KeyboardEvent.key`. */
export type KeyActions = Readonly<Partial<Record<string, () => void>>>;

/**
 * Single keys of the history page; none while typing, with a modifier, or while a dialog or a menu is open. It hears
 * them before the frame does, whose `/` would go to the search of everything.
 */
export function useHistoryKeys(actions: KeyActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], .top-bar details[open]') !== null) return;
      const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
