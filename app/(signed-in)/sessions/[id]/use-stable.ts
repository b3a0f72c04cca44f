'use client';

import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function at every render, which does what the newest one does: thousands of rows need not follow it. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
