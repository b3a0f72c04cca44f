'use client';

import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 1000px)';

/** True where there is room for the preview beside the list. The server does not know and says no. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(WIDE);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
