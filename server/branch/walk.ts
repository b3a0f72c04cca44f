/** Which entries are active: the path from a leaf up to its root. */

/** An entry's place in a tree. Parents may be missing, form circles, or come later than their children. */
export type TreeEntry = {
  readonly nativeId: string;
  /** Null for a root. */
  readonly parentNativeId: string | null;
};

/**
 * Indexes into `entries` from the root to `leaf`, in reading order. Empty when `leaf` is null or not among the entries.
 * A missing parent ends the walk, and so does one that was passed already. Of entries with the same id the last counts.
 * Takes time in proportion to the number of entries.
 */
export function activePath(entries: readonly TreeEntry[], leaf: string | null): readonly number[] {
  if (leaf === null) return [];
  const indexOf = new Map(entries.map((entry, index) => [entry.nativeId, index]));
  const seen = new Set<number>();
  let at = indexOf.get(leaf);
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const parent: string | null = entries[at]?.parentNativeId ?? null;
    at = parent === null ? undefined : indexOf.get(parent);
  }
  return [...seen].reverse();
}
