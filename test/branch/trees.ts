/** Random trees as broken files give them: circles, orphans, entries that are their own parent, ids used twice. */

import type { TreeEntry } from '../../server/branch/walk.ts';
import fc from '../support/property.ts';

const MISSING = 'missing';

export type TestTreeEntry = TreeEntry & { readonly isMessage: boolean };

export function treeArbitrary(): fc.Arbitrary<{ entries: readonly TestTreeEntry[]; leaf: string | null }> {
  return fc.integer({ min: 0, max: 24 }).chain((size) => {
    const id = fc.integer({ min: 0, max: Math.max(0, size - 1) }).map((number) => `n${number}`);
    const parent = fc.oneof(
      { weight: 8, arbitrary: id },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant(MISSING) },
    );
    const entry = (own: number) =>
      fc.record({
        nativeId: fc.oneof({ weight: 12, arbitrary: fc.constant(`n${own}`) }, { weight: 1, arbitrary: id }),
        parentNativeId: parent,
        isMessage: fc.boolean(),
      });
    return fc.record({
      entries: fc.tuple(...Array.from({ length: size }, (_, own) => entry(own))),
      leaf: fc.oneof(id, fc.constant(null), fc.constant(MISSING)),
    });
  });
}
