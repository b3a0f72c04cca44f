'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ZONE_COOKIE } from '../theme.ts';

/** When and where it is for the viewer. Milliseconds since 1970, and an IANA name. */
export type Now = { readonly nowMs: number; readonly timeZone: string };

const NowContext = createContext<Now>({ nowMs: 0, timeZone: 'UTC' });
const MINUTE_MS = 60_000;

/**
 * Starts with what the server rendered with, so that both say the same; then follows the browser's own clock and zone,
 * and tells the zone to the server for the next page.
 */
export function NowProvider({ initial, children }: { readonly initial: Now; readonly children: ReactNode }) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where pages come by plain http
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(timeZone)}; path=/; max-age=31536000; samesite=lax`;
    const tick = (): void => setNow({ nowMs: Date.now(), timeZone });
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return <NowContext.Provider value={now}>{children}</NowContext.Provider>;
}

export function useNow(): Now {
  return useContext(NowContext);
}
