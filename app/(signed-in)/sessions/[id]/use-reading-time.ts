'use client';

import { useSyncExternalStore } from 'react';
import { timeAtAim } from './rows-in-view.ts';

/** Unix milliseconds of the message that is being read; null before the page is in the browser. */
export function useReadingTime(): number | null {
  return useSyncExternalStore(onScroll, timeAtAim, () => null);
}

function onScroll(tell: () => void): () => void {
  let frame = 0;
  const ask = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(tell);
  };
  window.addEventListener('scroll', ask, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('scroll', ask);
  };
}
