import { expect, it } from 'vitest';
import { share } from '../../server/formats/share.ts';

it('a shared string is equal to the one handed in, whatever came before', () => {
  const texts = ['', 'a', 'é', '\uD800', 'x'.repeat(600), ...Array.from({ length: 2000 }, (_, index) => `id-${index}`)];
  expect([...texts, ...texts].map((text) => share(text))).toEqual([...texts, ...texts]);
  expect(share(null)).toBeNull();
});
