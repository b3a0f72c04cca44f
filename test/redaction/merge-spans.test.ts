import { describe, expect, it } from 'vitest';
import { mergeSpans } from '../../server/redaction/merge-spans.ts';

describe('mergeSpans', () => {
  it('orders spans that stand apart', () => {
    const first = { start: 1, end: 3, kind: 'a' };
    const second = { start: 4, end: 6, kind: 'b' };
    expect(mergeSpans([second, first])).toEqual([first, second]);
    expect(mergeSpans([])).toEqual([]);
  });

  it('joins spans that touch or overlap under the kind of the earliest', () => {
    const spans = [
      { start: 5, end: 9, kind: 'c' },
      { start: 0, end: 3, kind: 'a' },
      { start: 3, end: 6, kind: 'b' },
    ];
    expect(mergeSpans(spans)).toEqual([{ start: 0, end: 9, kind: 'a' }]);
  });

  it('takes the kind of the longest of those that start together, and of the first of those that are alike', () => {
    const short = { start: 0, end: 2, kind: 'short' };
    const long = { start: 0, end: 5, kind: 'long' };
    const alike = { start: 0, end: 5, kind: 'alike' };
    expect(mergeSpans([short, long, alike])).toEqual([long]);
  });

  it('keeps the longer end when a span lies inside another', () => {
    const outer = { start: 0, end: 9, kind: 'a' };
    expect(mergeSpans([{ start: 2, end: 4, kind: 'b' }, outer])).toEqual([outer]);
  });
});
