/** From parent ids to a forest: places of records in the file instead of ids, without circles and dangling parents. */
import type { TreeScan } from './tree-scan.ts';

export const NONE = -1;

export type TreeShape = {
  /** Index of each record's parent, or NONE. Walking up always ends. */
  readonly parents: readonly number[];
  /** Index of the active branch's last record, or NONE. */
  readonly leaf: number;
  /** Records whose parent was dropped because they formed a circle. */
  readonly circles: readonly number[];
  /** Records that name a parent which the file does not hold. */
  readonly orphans: readonly number[];
};

/** `ids` are the entries' final ids. Whatever lies on or below a circle is never active: the format gives an empty branch. */
export function shapeTree(scan: TreeScan, ids: readonly string[]): TreeShape {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const find = (id: string | null | undefined) => (id === null || id === undefined ? NONE : (indexOf.get(id) ?? NONE));
  const parents = scan.parents.map(find);
  const orphans = scan.parents.flatMap((id, index) => (id !== null && parents[index] === NONE ? [index] : []));
  const leaf = find(scan.leaf);
  const circles = findCircles(parents);
  const isEmpty = endsInCircle(parents, leaf);
  for (const index of circles) parents[index] = NONE;
  return { parents, leaf: isEmpty ? NONE : leaf, circles, orphans };
}

/** The earliest record of each circle. */
function findCircles(parents: readonly number[]): number[] {
  const walkOf = new Int32Array(parents.length);
  const circles: number[] = [];
  for (let start = 0; start < parents.length; start += 1) {
    const walk = start + 1;
    let at = start;
    while (at !== NONE && walkOf[at] === 0) {
      walkOf[at] = walk;
      at = parents[at] ?? NONE;
    }
    if (at !== NONE && walkOf[at] === walk) circles.push(earliestInCircle(parents, at));
  }
  return circles;
}

function earliestInCircle(parents: readonly number[], start: number): number {
  let earliest = start;
  for (let at = parents[start] ?? NONE; at !== start && at !== NONE; at = parents[at] ?? NONE) {
    earliest = Math.min(earliest, at);
  }
  return earliest;
}

function endsInCircle(parents: readonly number[], leaf: number): boolean {
  let steps = 0;
  for (let at = leaf; at !== NONE; at = parents[at] ?? NONE) {
    steps += 1;
    if (steps > parents.length) return true;
  }
  return false;
}
