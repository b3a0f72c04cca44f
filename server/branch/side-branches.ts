/** The other branches of a tree, seen from the one that is read: where each leaves it, and what it holds for itself. */

export type BranchPlaces = {
  /** Each place's parent; null for a root. */
  readonly parents: readonly (number | null)[];
  /** From the root to the leaf that is read. */
  readonly path: readonly number[];
  /** Places on the path that are shown. */
  readonly shown: readonly number[];
  /** Places off the path of messages that make a branch worth drawing, in the order of the file. */
  readonly messages: readonly number[];
  /** The active branch's newest message, when it is off the path. */
  readonly active: number | null;
};

export type SideBranch = {
  /** Its newest message, and its first: the one of its own that is nearest to the root. */
  readonly leaf: number;
  readonly first: number;
  /** Messages that it does not share with the path, nor with a branch that was found before it. */
  readonly messages: number;
  /** The last shown place of the path before it leaves; null when it leaves before the first. */
  readonly leavesAt: number | null;
  readonly isActive: boolean;
};

const NONE = -1;

type Found = SideBranch & { readonly leavesBehind: number };

/**
 * Each message off the path is on exactly one branch. The active branch is found first, then the one with the newest
 * message, and so on: where branches fork off the path, the newer one has what they share. At most `max` of them, in the
 * order in which they leave the path, then of the file. Takes time in proportion to the tree, whatever its shape.
 */
export function sideBranches(
  tree: BranchPlaces,
  max: number,
): { readonly branches: readonly SideBranch[]; readonly isCut: boolean } {
  const found = findBranches(tree);
  const lastShown = lastShownAlong(tree);
  const branches = found
    .slice(0, max)
    .sort((a, b) => a.leavesBehind - b.leavesBehind || a.first - b.first)
    .map(({ leavesBehind, ...branch }) => ({ ...branch, leavesAt: lastShown[leavesBehind] ?? null }));
  return { branches, isCut: found.length > max };
}

function findBranches({ parents, path, messages, active }: BranchPlaces): Found[] {
  const rank = new Int32Array(parents.length).fill(NONE);
  for (const [step, place] of path.entries()) rank[place] = step;
  const isMessage = new Uint8Array(parents.length);
  for (const place of messages) isMessage[place] = 1;
  if (active !== null) isMessage[active] = 1;
  const owner = new Int32Array(parents.length).fill(NONE);
  const found: Found[] = [];
  for (const leaf of active === null ? messages.toReversed() : [active, ...messages.toReversed()]) {
    if (owner[leaf] !== NONE || rank[leaf] !== NONE) continue;
    let first = leaf;
    let count = 0;
    let at = leaf;
    while (at !== NONE && rank[at] === NONE && owner[at] === NONE) {
      owner[at] = found.length;
      if (isMessage[at] === 1) {
        first = at;
        count += 1;
      }
      at = parents[at] ?? NONE;
    }
    // Behind another branch's place it leaves the path where that one does; a root and a circle leave before its start.
    const leavesBehind = rank[at] === NONE ? found[owner[at] ?? NONE]?.leavesBehind : rank[at];
    const isActive = leaf === active;
    found.push({ leaf, first, messages: count, leavesAt: null, isActive, leavesBehind: leavesBehind ?? NONE });
  }
  return found;
}

/** For each step of the path the last shown place up to it. */
function lastShownAlong({ path, shown }: BranchPlaces): readonly (number | null)[] {
  const isShown = new Set(shown);
  let last: number | null = null;
  return path.map((place) => {
    if (isShown.has(place)) last = place;
    return last;
  });
}
