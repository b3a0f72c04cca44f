import type { Draft } from './drafts.ts';

const NONE = -1;

/** Steps on the active branch, 0 at its root, by an entry's position. */
export class WalkOrder {
  readonly #steps: Int32Array;

  constructor(steps: Int32Array) {
    this.#steps = steps;
  }

  /** Null off the branch. */
  at(position: number): number | null {
    const step = this.#steps[position] ?? NONE;
    return step === NONE ? null : step;
  }
}

/** In ascending order of positions. */
type Linked = Readonly<Pick<Draft, 'nativeId' | 'position' | 'parentPosition'>>;

/**
 * The path from `leaf` up to its root. Empty without a leaf among the entries; a missing parent ends it, and so does one
 * that was passed already. `branch/` walks by ids; here millions of entries have numbers, and maps of them cost too much.
 */
export function walkOrder(entries: readonly Linked[], leaf: string | null): WalkOrder {
  const size = (entries.at(-1)?.position ?? NONE) + 1;
  const parents = new Int32Array(size).fill(NONE);
  let at = NONE;
  for (const { position, parentPosition, nativeId } of entries) {
    parents[position] = parentPosition ?? NONE;
    if (nativeId === leaf) at = position;
  }
  const steps = new Int32Array(size).fill(NONE);
  const path: number[] = [];
  for (; at !== NONE && steps[at] === NONE; at = parents[at] ?? NONE) {
    steps[at] = 0;
    path.push(at);
  }
  path.reverse().forEach((position, step) => {
    steps[position] = step;
  });
  return new WalkOrder(steps);
}
