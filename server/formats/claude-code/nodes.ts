/** Which lines take part in the tree, and which are replaced by a later line with the same id. */
import type { ClaudeCodeOutline } from './facts.ts';

export const NONE = -1;

export type Nodes = {
  /** Index of the line that an id stands for: of several, the last. */
  readonly byId: ReadonlyMap<string, number>;
  /** 1 for lines that have a place in the tree. */
  readonly isNode: Uint8Array;
  /** Index of the line that replaces a line; `NONE` for lines that stand. */
  readonly replacedBy: Int32Array;
};

export function findNodes(outlines: readonly ClaudeCodeOutline[]): Nodes {
  const byId = indexIds(outlines);
  const isNode = new Uint8Array(outlines.length);
  const replacedBy = new Int32Array(outlines.length).fill(NONE);
  outlines.forEach(({ nativeId }, index) => {
    if (nativeId === null) return;
    const last = byId.get(nativeId) ?? index;
    if (last === index) isNode[index] = 1;
    else replacedBy[index] = last;
  });
  if (!outlines.some(({ nativeId, facts }) => nativeId !== null && facts.chainType !== null)) {
    // Nobody gave ids: then the order of the lines is all there is to read by.
    outlines.forEach(({ facts }, index) => {
      if (facts.chainType !== null) isNode[index] = 1;
    });
  }
  return { byId, isNode, replacedBy };
}

/** A line of an unknown type never takes an id from a line of the conversation. */
function indexIds(outlines: readonly ClaudeCodeOutline[]): Map<string, number> {
  const byId = new Map<string, number>();
  outlines.forEach(({ nativeId, facts }, index) => {
    if (nativeId === null) return;
    const holder = byId.get(nativeId);
    const isHeldByChain = holder !== undefined && outlines[holder]?.facts.chainType !== null;
    if (facts.chainType !== null || !isHeldByChain) byId.set(nativeId, index);
  });
  return byId;
}
