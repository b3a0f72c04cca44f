const LATER: ReadonlySet<number> = new Set([429, 503]);

/** What is refused for now, and not for good, says after how many seconds to come back. Empty for any other status. */
export function retryAfter(status: number, seconds = 1): Readonly<Record<string, string>> {
  return LATER.has(status) ? { 'Retry-After': String(seconds) } : {};
}
