import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { HashList } from '../../server/ingest/hash-list.ts';

it('a list of hashes gives the first eight bytes of each, as hex, however many there are', () => {
  const hashes = Array.from({ length: 1000 }, (_, index) => createHash('sha256').update(String(index)).digest());
  const list = new HashList();
  for (const hash of hashes) list.add(hash);
  expect(hashes.map((_, index) => list.at(index))).toEqual(hashes.map((hash) => hash.toString('hex').slice(0, 16)));
  expect(list.at(1000)).toBeUndefined();
});
