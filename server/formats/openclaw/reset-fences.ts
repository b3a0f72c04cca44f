/**
 * A reset that keeps the tail of what it closes names the first entry kept. Written after that tail, it would shut it
 * out; so the fence is moved to where it belongs, right before the first kept entry:
 * `a b | c` with `b` kept reads `a | b c`.
 */
import { NONE, type TreeShape } from './tree-shape.ts';

export type KeptTail = { readonly reset: number; readonly firstKept: number };

/** `tails` in file order. A tail that does not lie between the reset and the fence before it changes nothing. */
export function moveFences(shape: TreeShape, tails: readonly KeptTail[], isReset: readonly boolean[]): TreeShape {
  const parents = [...shape.parents];
  const lastKeptOf = new Map<number, number>();
  const firstKept = new Set<number>();
  for (const tail of tails) {
    if (!liesBetweenFences(parents, tail, isReset)) continue;
    lastKeptOf.set(tail.reset, parents[tail.reset] ?? NONE);
    firstKept.add(tail.firstKept);
    parents[tail.reset] = parents[tail.firstKept] ?? NONE;
    parents[tail.firstKept] = tail.reset;
  }
  const moved = parents.map((parent, index) => {
    const lastKept = firstKept.has(index) ? undefined : lastKeptOf.get(parent);
    return lastKept ?? parent;
  });
  return { ...shape, parents: moved, leaf: lastKeptOf.get(shape.leaf) ?? shape.leaf };
}

/** Stops at the fence before, so all walks together pass each entry once. */
function liesBetweenFences(parents: readonly number[], tail: KeptTail, isReset: readonly boolean[]): boolean {
  for (let at = parents[tail.reset] ?? NONE; at !== NONE && !isReset[at]; at = parents[at] ?? NONE) {
    if (at === tail.firstKept) return true;
  }
  return false;
}
