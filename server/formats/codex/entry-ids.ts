/**
 * Few records have an id of their own, and copies of other threads bring the same ones again. So each entry gets its id
 * from its bytes and how often they came before: a grown copy of the file gives its old records the same.
 */
import type { CodexOutline } from './facts.ts';

export function makeIds(outlines: readonly CodexOutline[]): string[] {
  const made = new Map<number, number>();
  return outlines.map(({ facts }) => {
    const occurrence = made.get(facts.contentHash) ?? 0;
    made.set(facts.contentHash, occurrence + 1);
    return `x-${facts.contentHash.toString(36)}-${occurrence}`;
  });
}
