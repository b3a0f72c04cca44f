/**
 * The id of each entry, unique in the file. Lines without an id of their own, and lines that a later one replaces, get
 * one from their content and how often it came before: a grown copy of the file gives the same.
 */
import type { ClaudeCodeOutline } from './facts.ts';
import { NONE, type Nodes } from './nodes.ts';

export function assignIds(outlines: readonly ClaudeCodeOutline[], { byId, replacedBy }: Nodes): string[] {
  const made = new Map<string, number>();
  return outlines.map(({ nativeId, facts }, index) => {
    if (nativeId !== null && replacedBy[index] === NONE) return nativeId;
    const base = `x-${nativeId ?? (facts.contentHash ?? 0).toString(36)}`;
    let occurrence = made.get(base) ?? 0;
    while (byId.has(`${base}-${occurrence}`)) occurrence += 1;
    made.set(base, occurrence + 1);
    return `${base}-${occurrence}`;
  });
}
