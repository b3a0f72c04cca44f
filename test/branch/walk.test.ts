import { describe, expect, it } from 'vitest';
import { activePath, type TreeEntry } from '../../server/branch/walk.ts';
import fc from '../support/property.ts';
import { treeArbitrary } from './trees.ts';

function tree(...pairs: readonly (readonly [string, string | null])[]): readonly TreeEntry[] {
  return pairs.map(([nativeId, parentNativeId]) => ({ nativeId, parentNativeId }));
}

describe('activePath', () => {
  it('reads from the root to the leaf', () => {
    expect(activePath(tree(['a', null], ['b', 'a'], ['c', 'b']), 'c')).toEqual([0, 1, 2]);
  });

  it('leaves other branches out', () => {
    expect(activePath(tree(['a', null], ['b', 'a'], ['c', 'a'], ['d', 'c']), 'd')).toEqual([0, 2, 3]);
  });

  it('follows parents that stand below their children in the file', () => {
    expect(activePath(tree(['c', 'b'], ['b', 'a'], ['a', null]), 'c')).toEqual([2, 1, 0]);
  });

  it('is empty without a leaf, and for a leaf that is not there', () => {
    expect(activePath(tree(['a', null]), null)).toEqual([]);
    expect(activePath(tree(['a', null]), 'z')).toEqual([]);
  });

  it('keeps what can be reached when an ancestor is missing', () => {
    expect(activePath(tree(['b', 'gone'], ['c', 'b']), 'c')).toEqual([0, 1]);
  });

  it('ends on a circle and on an entry that is its own parent', () => {
    expect(activePath(tree(['a', 'b'], ['b', 'a']), 'b')).toEqual([0, 1]);
    expect(activePath(tree(['a', 'a']), 'a')).toEqual([0]);
  });

  it('takes the last of entries with the same id', () => {
    expect(activePath(tree(['a', null], ['b', 'a'], ['b', null]), 'b')).toEqual([2]);
  });

  it('walks a chain of 200,000 entries', () => {
    const chain = Array.from({ length: 200_000 }, (_, index) => ({
      nativeId: `n${index}`,
      parentNativeId: index === 0 ? null : `n${index - 1}`,
    }));
    expect(activePath(chain, 'n199999')).toHaveLength(200_000);
  });

  it('is a walk along parents for any tree: each step goes to the parent, no entry comes twice, it cannot go on', () => {
    fc.assert(
      fc.property(treeArbitrary(), ({ entries, leaf }) => {
        const path = activePath(entries, leaf);
        expect(new Set(path).size).toBe(path.length);
        path.forEach((index, position) => {
          const above = position === 0 ? undefined : entries[path[position - 1] ?? -1];
          if (above !== undefined) expect(entries[index]?.parentNativeId).toBe(above.nativeId);
        });
        const ids = new Set(entries.map((entry) => entry.nativeId));
        if (leaf === null || !ids.has(leaf)) {
          expect(path).toEqual([]);
          return;
        }
        expect(entries[path.at(-1) ?? -1]?.nativeId).toBe(leaf);
        const rootParent = entries[path[0] ?? -1]?.parentNativeId ?? null;
        const onPath = new Set(path.map((index) => entries[index]?.nativeId));
        expect(rootParent === null || !ids.has(rootParent) || onPath.has(rootParent)).toBe(true);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
