import { expect, test } from 'vitest';
import { readSearchAddress, readSearchParams, searchAddress } from '../../../app/(signed-in)/search/search-params.ts';
import fc from '../../support/property.ts';

test('an address reads back as what it was written from', () => {
  const params = fc.record({
    q: fc.string({ unit: 'grapheme', maxLength: 60 }),
    sort: fc.constantFrom('best' as const, 'newest' as const, 'oldest' as const),
    group: fc.constantFrom('session' as const, 'message' as const),
    at: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  });
  fc.assert(
    fc.property(params, (each) => {
      expect(readSearchAddress(searchAddress(each))).toEqual(each);
    }),
  );
});

test('what is not allowed is as if it was not there', () => {
  const wrong = { q: ['a', 'b'], sort: 'worst', group: '', at: '', other: 'x' };
  expect(readSearchParams(wrong)).toEqual({ q: '', sort: 'best', group: 'session', at: null });
  expect(readSearchParams({ q: 'x'.repeat(10_001), sort: 'newest' })).toMatchObject({ q: '', sort: 'newest' });
});

test('a query that would make the address too long for a server stays out of it', () => {
  const { q, sort, group, at } = readSearchParams({ q: 'ก'.repeat(400), sort: 'newest' });
  expect(searchAddress({ q, sort, group, at })).toBe('sort=newest');
});
