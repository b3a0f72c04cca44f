/**
 * OpenClaw's navigation rules, applied in file order: who is whose parent, and which entry is the current leaf.
 * Each rule looks at what stands earlier in the file only, so one pass is enough.
 */
import type { TreePart } from './facts.ts';

export type TreeRecord = {
  /** The format's id where it has one (even when a later record has the same), else the made-up one. */
  readonly id: string;
  readonly parentId: string | null;
  readonly tree: TreePart;
  /** A delivery mirror that only copies: it never moves the leaf, and what hangs on it hangs on what it copied. */
  readonly isCopy: boolean;
};

export type TreeScan = {
  /** Corrected parent ids, one a record. They may name entries that the file does not hold, and may form circles. */
  readonly parents: readonly (string | null)[];
  readonly leaf: string | null;
  /** Leaf controls that name an entry which was not there: they change nothing. */
  readonly unknownTargets: readonly number[];
};

type KnownEntry = {
  /** Where children of this entry really hang: leaf controls and copies pass them on. */
  readonly through: string | null;
  /** The nearest reset at or above it. */
  readonly fence: string | null;
  /** False for a leaf control that changes nothing: no other control may point at it. */
  readonly isTarget: boolean;
};

export function scanTree(records: readonly TreeRecord[]): TreeScan {
  const scan = new Scanner();
  const parents = records.map((record, index) => scan.place(record, index));
  if (scan.hasExplicitLeaf || scan.hasLeafControl)
    return { parents, leaf: scan.leaf, unknownTargets: scan.unknownTargets };
  return { ...inFileOrder(records, parents), unknownTargets: scan.unknownTargets };
}

/** A file in which nothing names a parent and nothing steers is one conversation, side rows and all, in file order. */
function inFileOrder(records: readonly TreeRecord[], found: readonly (string | null)[]) {
  let leaf: string | null = null;
  const parents = records.map((record, index) => {
    if (record.tree.part !== 'row') return found[index] ?? null;
    const parent = leaf;
    if (!record.isCopy) leaf = record.id;
    return parent;
  });
  return { parents, leaf };
}

class Scanner {
  leaf: string | null = null;
  hasExplicitLeaf = false;
  hasLeafControl = false;
  readonly unknownTargets: number[] = [];
  /** The id that the writer will name as parent next; differs from the leaf after side rows and leaf controls. */
  private appendParent: string | null = null;
  private latestReset: string | null = null;
  private readonly known = new Map<string, KnownEntry>();

  /** The record's corrected parent. */
  place(record: TreeRecord, index: number): string | null {
    const { tree } = record;
    if (tree.part === 'none') return null;
    if (tree.part === 'opaque') return this.placeOpaque(record, tree.hasParent);
    return tree.part === 'leaf' ? this.placeLeaf(record, tree, index) : this.placeRow(record, tree);
  }

  private placeOpaque(record: TreeRecord, hasParent: boolean): string | null {
    if (!hasParent) return null;
    const parent = this.through(record.parentId);
    this.remember(record.id, { through: record.id, fence: this.fenceOf(parent), isTarget: true });
    this.appendParent = record.id;
    return parent;
  }

  private placeLeaf(record: TreeRecord, tree: TreePart & { part: 'leaf' }, index: number): string | null {
    const stepsBehindReset = this.latestReset !== null && this.fenceOf(tree.targetId) !== this.latestReset;
    const target = stepsBehindReset && this.leaf !== null ? this.leaf : tree.targetId;
    const append = stepsBehindReset && this.leaf !== null ? this.leaf : tree.appendParentId;
    if (!this.isTarget(target) || !this.isTarget(append)) {
      this.unknownTargets.push(index);
      const parent = tree.hasParent ? this.through(record.parentId) : this.leaf;
      this.remember(record.id, { through: parent, fence: this.fenceOf(parent), isTarget: false });
      return parent;
    }
    this.hasLeafControl = true;
    this.leaf = this.through(target);
    this.appendParent = append;
    this.remember(record.id, { through: this.leaf, fence: this.fenceOf(this.leaf), isTarget: true });
    return this.leaf;
  }

  private placeRow(record: TreeRecord, tree: TreePart & { part: 'row' }): string | null {
    const parent = this.through(tree.isSide ? this.sideParent(record, tree) : this.rowParent(record, tree));
    const leafBefore = this.leaf;
    this.appendParent = record.id;
    if (!tree.isSide && !record.isCopy) {
      this.leaf = record.id;
      this.hasExplicitLeaf ||= tree.hasParent;
    }
    const fence = tree.reset === null ? this.fenceOf(parent) : record.id;
    const through = record.isCopy ? leafBefore : record.id;
    this.remember(record.id, { through, fence: record.isCopy ? this.fenceOf(leafBefore) : fence, isTarget: true });
    if (tree.reset !== null) this.latestReset = record.id;
    return parent;
  }

  private sideParent(record: TreeRecord, tree: TreePart & { part: 'row' }): string | null {
    return tree.hasParent ? record.parentId : this.leaf;
  }

  private rowParent(record: TreeRecord, tree: TreePart & { part: 'row' }): string | null {
    const { parentId } = record;
    if (!tree.hasParent) return this.leaf;
    const stepsBehindReset = this.latestReset !== null && this.fenceOf(parentId) !== this.latestReset;
    const isUnknown = parentId !== null && !this.known.has(parentId) && this.leaf !== null;
    const continuesAppend = parentId === this.appendParent;
    // A reset without parent closes what is there; it does not start a second tree.
    const closesFromRoot = tree.reset !== null && parentId === null;
    return stepsBehindReset || isUnknown || continuesAppend || closesFromRoot ? this.leaf : parentId;
  }

  private remember(id: string, entry: KnownEntry): void {
    this.known.set(id, entry);
  }

  private isTarget(id: string | null): boolean {
    return id === null || this.known.get(id)?.isTarget === true;
  }

  private through(id: string | null): string | null {
    const entry = id === null ? undefined : this.known.get(id);
    return entry === undefined ? id : entry.through;
  }

  private fenceOf(id: string | null): string | null {
    return id === null ? null : (this.known.get(id)?.fence ?? null);
  }
}
