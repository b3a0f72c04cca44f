import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BranchEntry, branchPoints } from '../../server/branch/branch-points.ts';
import { activePath } from '../../server/branch/walk.ts';
import { treeArbitrary } from './trees.ts';

/** `id<parent@time`; a `-` before it is no message. */
function tree(...specs: readonly string[]): readonly BranchEntry[] {
  return specs.map((spec) => {
    const [, isQuiet, nativeId = '', parent, time] = /^(-?)(\w+)(?:<(\w+))?(?:@(\d+))?$/.exec(spec) ?? [];
    const timeMs = time === undefined ? null : Number(time);
    return { nativeId, parentNativeId: parent ?? null, isMessage: isQuiet === '', timeMs };
  });
}

describe('branchPoints', () => {
  it('finds none in a straight line', () => {
    expect(branchPoints(tree('a', 'b<a', 'c<b'), 'c')).toEqual([]);
  });

  it('says where a branch leaves, its newest message, how many messages it holds and when it began', () => {
    const entries = tree('a@1', 'b<a@2', 'x<a@3', 'y<x@4', 'c<b@5');
    expect(branchPoints(entries, 'c')).toEqual([
      { pointNativeId: 'a', leafNativeId: 'y', messages: 2, firstTimeMs: 3 },
    ]);
  });

  it('counts side branches of an abandoned branch with it', () => {
    const entries = tree('a', 'x<a@7', 'y<x', 'z<x', 'b<a');
    expect(branchPoints(entries, 'b')).toEqual([
      { pointNativeId: 'a', leafNativeId: 'z', messages: 3, firstTimeMs: 7 },
    ]);
  });

  it('gives two branches that leave at one entry each a point', () => {
    const points = branchPoints(tree('a', 'x<a', 'y<a', 'b<a'), 'b');
    expect(points.map((point) => point.leafNativeId)).toEqual(['x', 'y']);
  });

  it('does not draw branches without messages', () => {
    expect(branchPoints(tree('a', '-control<a', 'b<a'), 'b')).toEqual([]);
  });

  it('counts through entries that are no messages', () => {
    expect(branchPoints(tree('a', '-tool<a', 'x<tool@9', 'b<a'), 'b')).toEqual([
      { pointNativeId: 'a', leafNativeId: 'x', messages: 1, firstTimeMs: 9 },
    ]);
  });

  it('puts further roots before the first entry', () => {
    expect(branchPoints(tree('old', 'older<old', 'a', 'b<a'), 'b')).toEqual([
      { pointNativeId: null, leafNativeId: 'older', messages: 2, firstTimeMs: null },
    ]);
  });

  it('shows everything as abandoned when nothing is active', () => {
    expect(branchPoints(tree('a', 'b<a'), null)).toEqual([
      { pointNativeId: null, leafNativeId: 'b', messages: 2, firstTimeMs: null },
    ]);
  });

  it('follows the active path, whatever the order in the file', () => {
    const entries = tree('a', 'b<a', 'c<b', 'late<b', 'early<a');
    expect(branchPoints(entries, 'c').map((point) => point.pointNativeId)).toEqual(['a', 'b']);
  });

  it('ends on circles', () => {
    const points = branchPoints(tree('a', 'x<y', 'y<x', 'z<x'), 'a');
    expect(points).toEqual([{ pointNativeId: null, leafNativeId: 'z', messages: 3, firstTimeMs: null }]);
  });

  it('takes a star of 100,000 branches', () => {
    const star = [
      ...tree('hub', 'kept<hub'),
      ...tree(...Array.from({ length: 100_000 }, (_, index) => `n${index}<hub`)),
    ];
    expect(branchPoints(star, 'kept')).toHaveLength(100_000);
  });

  it('puts every message of any tree on the active path or on exactly one branch', () => {
    fc.assert(
      fc.property(treeArbitrary(), ({ entries, leaf }) => {
        const path = new Set(activePath(entries, leaf));
        const points = branchPoints(entries, leaf);
        const offPath = entries.filter((entry, index) => entry.isMessage && !path.has(index));
        expect(points.reduce((sum, point) => sum + point.messages, 0)).toBe(offPath.length);
        const onPath = new Set([...path].map((index) => entries[index]?.nativeId));
        for (const point of points) {
          expect(point.pointNativeId === null || onPath.has(point.pointNativeId)).toBe(true);
          expect(offPath.some((entry) => entry.nativeId === point.leafNativeId)).toBe(true);
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});
