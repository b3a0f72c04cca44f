import { describe, expect, it } from 'vitest';
import { historyHref, readHistoryParams } from '../../../app/(signed-in)/sessions/[id]/search-params.ts';
import fc from '../../support/property.ts';

const read = (search: string) => readHistoryParams(new URLSearchParams(search));

describe('the address of a place in a session', () => {
  it('opens an address without anything at the newest message, with tools', () => {
    expect(read('')).toEqual({ at: null, q: '', branch: null, tools: true });
  });

  it('takes what is too long or empty as if it were not there', () => {
    expect(read(`at=&branch=${'b'.repeat(501)}&q=${'q'.repeat(4097)}&tools=maybe`)).toEqual(read(''));
  });

  it('hides tools at 0 alone', () => {
    expect(read('tools=0').tools).toBe(false);
    expect(read('tools=00').tools).toBe(true);
  });

  it('writes only what differs from the ordinary', () => {
    expect(historyHref('s1', read(''))).toBe('/sessions/s1');
    expect(historyHref('s1', read('at=m&tools=1'))).toBe('/sessions/s1?at=m');
    expect(historyHref('s1', read('tools=0'))).toBe('/sessions/s1?tools=0');
  });

  it('reads back what it wrote, whatever the ids and the query hold', () => {
    const id = fc.option(
      fc.string({ minLength: 1, maxLength: 500, unit: 'grapheme' }).filter((text) => text.length <= 500),
    );
    const params = fc.record({
      at: id,
      q: fc.string({ unit: 'grapheme' }).map((q) => q.trim()),
      branch: id,
      tools: fc.boolean(),
    });
    fc.assert(
      fc.property(params, (asked) => {
        const { search } = new URL(historyHref('s1', asked), 'http://localhost');
        expect(readHistoryParams(new URLSearchParams(search))).toEqual(asked);
      }),
    );
  });
});
