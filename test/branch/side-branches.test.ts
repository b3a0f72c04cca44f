import { describe, expect, it } from 'vitest';
import { type BranchPlaces, sideBranches } from '../../server/branch/side-branches.ts';
import { activePath } from '../../server/branch/walk.ts';
import fc from '../support/property.ts';
import { type TestTreeEntry, treeArbitrary } from './trees.ts';

const ALL = 1_000_000;

/** `id<parent`; a `-` before it is no message. */
function tree(...specs: readonly string[]): readonly TestTreeEntry[] {
  return specs.map((spec) => {
    const [, isQuiet, nativeId = '', parent] = /^(-?)(\w+)(?:<(\w+))?$/.exec(spec) ?? [];
    return { nativeId, parentNativeId: parent ?? null, isMessage: isQuiet === '' };
  });
}

function placesOf(entries: readonly TestTreeEntry[], leaf: string | null, active: string | null = null): BranchPlaces {
  const indexOf = new Map(entries.map((entry, index) => [entry.nativeId, index]));
  const path = activePath(entries, leaf);
  const onPath = new Set(path);
  return {
    parents: entries.map((entry) => indexOf.get(entry.parentNativeId ?? '') ?? null),
    path,
    shown: path.filter((place) => entries[place]?.isMessage),
    messages: entries.flatMap((entry, place) => (entry.isMessage && !onPath.has(place) ? [place] : [])),
    active: active === null ? null : (indexOf.get(active) ?? null),
  };
}

/** `[leaves at, first, leaf, messages]` of each branch, by their names. */
function told(entries: readonly TestTreeEntry[], leaf: string | null, active: string | null = null) {
  const name = (place: number | null) => (place === null ? null : entries[place]?.nativeId);
  return sideBranches(placesOf(entries, leaf, active), ALL).branches.map((branch) => [
    name(branch.leavesAt),
    name(branch.first),
    name(branch.leaf),
    branch.messages,
  ]);
}

describe('the other branches', () => {
  it('are none in a straight line', () => {
    expect(told(tree('a', 'b<a', 'c<b'), 'c')).toEqual([]);
  });

  it('say where they leave, their first and newest message, and how many they hold', () => {
    expect(told(tree('a', 'b<a', 'x<a', 'y<x', 'c<b'), 'c')).toEqual([['a', 'x', 'y', 2]]);
  });

  it('are one for each leaf, where the newer one has what they share', () => {
    const entries = tree('a', 'x<a', 'y<x', 'z<x', 'w<z', 'b<a');
    expect(told(entries, 'b')).toEqual([
      ['a', 'x', 'w', 3],
      ['a', 'y', 'y', 1],
    ]);
  });

  it('come in the order in which they leave, then of the file', () => {
    expect(told(tree('a', 'x<a', 'y<a', 'b<a', 'c<b', 'late<b', 'early<a'), 'c')).toEqual([
      ['a', 'x', 'x', 1],
      ['a', 'y', 'y', 1],
      ['a', 'early', 'early', 1],
      ['b', 'late', 'late', 1],
    ]);
  });

  it('are not drawn for rows that are no messages, and count through them', () => {
    expect(told(tree('a', '-control<a', '-deeper<control', 'b<a'), 'b')).toEqual([]);
    expect(told(tree('a', '-tool<a', 'x<tool', '-end<x', 'b<a'), 'b')).toEqual([['a', 'x', 'x', 1]]);
  });

  it('leave at the last shown place before them', () => {
    expect(told(tree('a', '-tool<a', 'b<tool', 'x<tool'), 'b')).toEqual([['a', 'x', 'x', 1]]);
    expect(told(tree('-head', 'a<head', 'x<head'), 'a')).toEqual([[null, 'x', 'x', 1]]);
  });

  it('are all there is when nothing is read, and further roots leave before the first', () => {
    expect(told(tree('a', 'b<a'), null)).toEqual([[null, 'a', 'b', 2]]);
    expect(told(tree('old', 'older<old', 'a', 'b<a'), 'b')).toEqual([[null, 'old', 'older', 2]]);
  });

  it('give the active branch what it shares with newer ones', () => {
    const entries = tree('a', 'x<a', 'now<x', 'newer<x', 'b<a');
    const { branches } = sideBranches(placesOf(entries, 'b', 'now'), ALL);
    expect(branches.map(({ leaf, messages, isActive }) => [entries[leaf]?.nativeId, messages, isActive])).toEqual([
      ['now', 2, true],
      ['newer', 1, false],
    ]);
  });

  it('end on circles, and hold every message of them once', () => {
    expect(told(tree('a', 'x<y', 'y<x', 'z<x'), 'a')).toEqual([[null, 'y', 'z', 3]]);
  });

  it('are cut to the newest', () => {
    const entries = tree('a', 'x<a', 'y<a', 'z<a', 'b<a');
    const { branches, isCut } = sideBranches(placesOf(entries, 'b'), 2);
    expect(branches.map(({ leaf }) => entries[leaf]?.nativeId)).toEqual(['y', 'z']);
    expect(isCut).toBe(true);
    expect(sideBranches(placesOf(entries, 'b'), 3).isCut).toBe(false);
  });

  it('take linear time on a star and on a comb of 100,000', () => {
    const star = tree('hub', 'kept<hub', ...Array.from({ length: 100_000 }, (_, index) => `n${index}<hub`));
    expect(told(star, 'kept')).toHaveLength(100_000);
    const comb = tree(
      'n0',
      ...Array.from({ length: 100_000 }, (_, index) =>
        index % 2 === 0 ? `n${index + 1}<n${index}` : `n${index + 1}<n${index - 1}`,
      ),
    );
    const branches = told(comb, 'n0');
    expect(branches.reduce((sum, [, , , messages]) => sum + Number(messages), 0)).toBe(100_000);
  });

  it('hold every message off the path exactly once, whatever the tree looks like', () => {
    fc.assert(
      fc.property(treeArbitrary(), ({ entries, leaf }) => {
        const places = placesOf(entries, leaf);
        const { branches, isCut } = sideBranches(places, ALL);
        expect(isCut).toBe(false);
        expect(branches.reduce((sum, branch) => sum + branch.messages, 0)).toBe(places.messages.length);
        for (const branch of branches) {
          expect(places.messages).toContain(branch.leaf);
          expect(places.messages).toContain(branch.first);
          if (branch.leavesAt !== null) expect(places.shown).toContain(branch.leavesAt);
        }
        const leaves = branches.map((branch) => branch.leaf);
        expect(new Set(leaves).size).toBe(leaves.length);
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});
