'use client';

import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../use-search-keys.ts';

/** `?` asks for help, except where it is text. */
export function useHelpKey(onHelp: () => void): void {
  const ask = useEffectEvent(onHelp);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      ask();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
