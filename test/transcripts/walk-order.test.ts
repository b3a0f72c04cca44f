import { expect, it } from 'vitest';
import { activePath } from '../../server/branch/walk.ts';
import { walkOrder } from '../../server/transcripts/walk-order.ts';
import fc from '../support/property.ts';

it('the order on the active branch is the walk by ids, for any links', () => {
  const links = fc.array(fc.option(fc.nat(30)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(links, fc.nat(31), (parents, leafAt) => {
      const nodes = parents.map((parent, at) => ({
        nativeId: `m${at}`,
        parentNativeId: parent === null || parent >= parents.length ? null : `m${parent}`,
      }));
      // Positions have gaps where earlier records with the same ids stand.
      const entries = nodes.map(({ nativeId, parentNativeId }, at) => ({
        nativeId,
        position: at * 2,
        parentPosition: parentNativeId === null ? null : Number(parentNativeId.slice(1)) * 2,
      }));
      const path = activePath(nodes, `m${leafAt}`);
      const order = walkOrder(entries, `m${leafAt}`);
      const steps = nodes.map((_, at) => (path.includes(at) ? path.indexOf(at) : null));
      expect(nodes.map((_, at) => order.at(at * 2))).toEqual(steps);
      expect(order.at(1)).toBeNull();
    }),
  );
});
