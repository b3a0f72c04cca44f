/** A file's tree with all of the format's rules applied; what they had to mend is reported. */
import type { OpenClawOutline } from './facts.ts';
import type { IssueList } from './issues.ts';
import { type KeptTail, moveFences } from './reset-fences.ts';
import { scanTree } from './tree-scan.ts';
import { shapeTree, type TreeShape } from './tree-shape.ts';

export type TreeInput = {
  readonly outlines: readonly OpenClawOutline[];
  /** The entries' final ids, and which records a later one with the same id replaces. */
  readonly ids: readonly string[];
  readonly isReplaced: readonly boolean[];
  /** Delivery mirrors that only copy. */
  readonly isCopy: readonly boolean[];
};

export function activeTree({ outlines, ids, isReplaced, isCopy }: TreeInput, issues: IssueList): TreeShape {
  const records = outlines.map((outline, index) => ({
    id: outline.nativeId ?? ids[index] ?? '',
    parentId: outline.parentNativeId,
    tree: outline.facts.tree,
    isCopy: isCopy[index] === true,
  }));
  const scan = scanTree(records);
  const shape = shapeTree(scan, ids);
  issues.addAll('id is used again further down: the later record counts', indexesOf(isReplaced));
  issues.addAll('leaf control names an entry that is not there: ignored', scan.unknownTargets);
  issues.addAll('parents form a circle: cut', shape.circles);
  issues.addAll('parent is not in this file: the branch starts here', withoutHeaderParent(shape.orphans, outlines));
  const isReset = outlines.map(({ kind }) => kind === 'reset');
  return moveFences(shape, keptTails(outlines, ids), isReset);
}

/** Some writers name the session itself as the first row's parent: nothing is missing then. */
function withoutHeaderParent(orphans: readonly number[], outlines: readonly OpenClawOutline[]): readonly number[] {
  const sessionIds = new Set(outlines.flatMap(({ facts }) => facts.header?.sessionId ?? []));
  return orphans.filter((index) => !sessionIds.has(outlines[index]?.parentNativeId ?? ''));
}

function keptTails(outlines: readonly OpenClawOutline[], ids: readonly string[]): readonly KeptTail[] {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  return outlines.flatMap(({ facts }, reset) => {
    if (facts.tree.part !== 'row' || facts.tree.isSide) return [];
    const firstKept = indexOf.get(facts.tree.reset?.firstKeptEntryId ?? '');
    return firstKept === undefined ? [] : [{ reset, firstKept }];
  });
}

function indexesOf(flags: readonly boolean[]): readonly number[] {
  return flags.flatMap((flag, index) => (flag ? [index] : []));
}
