/**
 * The tree of a file: which line each line follows, after repair. Never holds a cycle. Compaction boundaries follow the
 * last line before the compaction; a line whose parent was never written follows the line before it in the file.
 */
import type { ClaudeCodeOutline } from './facts.ts';
import { moveKeptMessages } from './kept-messages.ts';
import { NONE, type Nodes } from './nodes.ts';

export type Lineage = {
  /** Index of the line that a line follows; `NONE` for roots and for lines outside of the tree. */
  readonly parents: Int32Array;
  /** Index of the root of a sidechain line's conversation; `NONE` for lines of the main conversation. */
  readonly sidechains: Int32Array;
  /** Lines that follow the line before them in the file, since the parent they name is not there. */
  readonly mended: readonly number[];
  /** Lines at which a circle was cut. */
  readonly cut: readonly number[];
};

/** The parent is not in the file, or not stated. */
const BROKEN = -2;

type Tree = {
  readonly outlines: readonly ClaudeCodeOutline[];
  readonly isNode: Uint8Array;
  readonly isSidechain: Uint8Array;
  readonly parents: Int32Array;
};

export function traceLineage(outlines: readonly ClaudeCodeOutline[], nodes: Nodes): Lineage {
  const { byId, isNode } = nodes;
  const isSidechain = Uint8Array.from(outlines, ({ facts }) => (facts.isSidechain ? 1 : 0));
  const parents = Int32Array.from(outlines, (outline, index) => (isNode[index] === 1 ? linkOf(outline, byId) : NONE));
  const tree: Tree = { outlines, isNode, isSidechain, parents };
  moveKeptMessages(outlines, nodes, parents);
  partSidechains(tree);
  const cut = cutCircles(tree);
  const mended = mendBreaks(tree);
  const roots = findRoots(tree);
  const sidechains = roots.map((root, index) => (isSidechain[index] === 1 && isNode[index] === 1 ? root : NONE));
  return { parents, sidechains, mended, cut };
}

function linkOf({ kind, parentNativeId, facts }: ClaudeCodeOutline, byId: ReadonlyMap<string, number>): number {
  if (parentNativeId !== null) return byId.get(parentNativeId) ?? BROKEN;
  if (kind !== 'compaction') return facts.statesParent ? NONE : BROKEN;
  return facts.logicalParentId === null ? BROKEN : (byId.get(facts.logicalParentId) ?? BROKEN);
}

/** After this, main lines follow main lines only, and sidechain lines sidechain lines. */
function partSidechains({ isNode, isSidechain, parents }: Tree): void {
  const unknown = -3;
  const exits = new Int32Array(parents.length).fill(unknown);
  const exitOf = (start: number): number => {
    const walk: number[] = [];
    let at = start;
    while (at >= 0 && isSidechain[at] === 1 && exits[at] === unknown) {
      exits[at] = BROKEN; // what a circle gives
      walk.push(at);
      at = parents[at] ?? NONE;
    }
    const exit = at >= 0 && isSidechain[at] === 1 ? (exits[at] ?? NONE) : at;
    for (const index of walk) exits[index] = exit;
    return exit;
  };
  const crosses = (index: number, parent: number) =>
    isNode[index] === 1 && parent >= 0 && isSidechain[index] !== isSidechain[parent];
  const linked = parents.slice();
  linked.forEach((parent, index) => {
    if (crosses(index, parent) && isSidechain[index] === 0) parents[index] = exitOf(parent);
  });
  linked.forEach((parent, index) => {
    if (crosses(index, parent) && isSidechain[index] === 1) parents[index] = NONE;
  });
}

/** Cuts each circle at a compaction boundary if it has one, else at its first line. */
function cutCircles({ outlines, isNode, parents }: Tree): number[] {
  const [fresh, walking, done] = [0, 1, 2];
  const state = new Uint8Array(parents.length).fill(fresh);
  const cut: number[] = [];
  for (let start = 0; start < parents.length; start += 1) {
    const walk: number[] = [];
    let at = isNode[start] === 1 ? start : NONE;
    while (at >= 0 && state[at] === fresh) {
      state[at] = walking;
      walk.push(at);
      at = parents[at] ?? NONE;
    }
    if (at >= 0 && state[at] === walking) {
      const circle = walk.slice(walk.indexOf(at));
      const boundary = circle.find((index) => outlines[index]?.kind === 'compaction');
      const weakest = boundary ?? circle.reduce((first, index) => Math.min(first, index));
      parents[weakest] = BROKEN;
      cut.push(weakest);
    }
    for (const index of walk) state[index] = done;
  }
  return cut;
}

/**
 * Hangs each broken root on the nearest line of the same conversation before its whole tree. What that line follows is
 * then the branch that was live at the break: branches that were left before are not drawn in, and no circle can arise.
 */
function mendBreaks(tree: Tree): number[] {
  const { outlines, isNode, isSidechain, parents } = tree;
  const roots = findRoots(tree);
  const seen = new Uint8Array(parents.length);
  const nearest = new Map<string, number>();
  const mended: number[] = [];
  outlines.forEach(({ facts }, index) => {
    if (isNode[index] === 0) return;
    const conversation = isSidechain[index] === 1 ? `sidechain ${facts.agentId ?? ''}` : 'main';
    const root = roots[index] ?? index;
    if (seen[root] === 0 && parents[root] === BROKEN) {
      parents[root] = nearest.get(conversation) ?? NONE;
      if (parents[root] !== NONE) mended.push(root);
    }
    seen[root] = 1;
    if (facts.chainType !== null && facts.chainType !== 'progress' && !facts.isTeammate)
      nearest.set(conversation, index);
  });
  return mended;
}

/** The root above each node, itself for a root; `NONE` outside of the tree. */
function findRoots({ isNode, parents }: Tree): Int32Array {
  const roots = new Int32Array(parents.length).fill(NONE);
  for (let start = 0; start < parents.length; start += 1) {
    const walk: number[] = [];
    let at = isNode[start] === 1 ? start : NONE;
    while (at >= 0 && roots[at] === NONE) {
      walk.push(at);
      const parent = parents[at] ?? NONE;
      if (parent < 0) roots[at] = at;
      else at = parent;
    }
    const root = at >= 0 ? (roots[at] ?? NONE) : NONE;
    for (const index of walk) roots[index] = root;
  }
  return roots;
}
