export type PlacedMessage = { readonly messageId: string; readonly timestamp: number };

/** The hit before or after where one reads; null past the ends. Hits are oldest first. */
export function stepHits<H extends PlacedMessage>(
  hits: readonly H[],
  from: PlacedMessage | null,
  by: 1 | -1,
): H | null {
  const at = from === null ? -1 : hits.findIndex(({ messageId }) => messageId === from.messageId);
  if (at !== -1) return hits[at + by] ?? null;
  const fromMs = from?.timestamp ?? 0;
  return by === 1
    ? (hits.find(({ timestamp }) => timestamp >= fromMs) ?? null)
    : (hits.findLast(({ timestamp }) => timestamp <= fromMs) ?? null);
}
