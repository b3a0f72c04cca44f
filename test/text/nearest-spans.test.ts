import { describe, expect, it } from 'vitest';
import type { TextNode } from '../../server/contract/query.ts';
import { matchSpans } from '../../server/text/match-spans.ts';
import { nearestSpans } from '../../server/text/nearest-spans.ts';
import type { Span } from '../../server/text/span.ts';

const STRETCH = 262_144;
const phrase = (...terms: readonly string[]): TextNode => ({ type: 'phrase', terms, isPrefix: false });
const near = (text: string, node: TextNode): readonly Span[] => nearestSpans(text, (part) => matchSpans(part, node));
const wordsOf = (text: string, spans: readonly Span[]): readonly string[] =>
  spans.map(({ start, end }) => text.slice(start, end));
const filler = (length: number): string => 'sand '.repeat(Math.ceil(length / 5)).slice(0, length);

describe('matches of a long text', () => {
  it('are all of them where the text is of ordinary length', () => {
    const text = 'brick '.repeat(1000);
    expect(near(text, phrase('brick'))).toEqual(matchSpans(text, phrase('brick')));
  });

  it('are those of the first stretch that holds one, at their places in the whole', () => {
    const text = `${filler(2 * STRETCH + 5)} brick ${filler(10)} brick ${filler(STRETCH)} brick`;
    const spans = near(text, phrase('brick'));
    expect(wordsOf(text, spans)).toEqual(['brick', 'brick']);
    expect(spans).toEqual(matchSpans(text, phrase('brick')).slice(0, 2));
  });

  it.each([-30, -12, -9, -6, -5, -4, -3, -1, 0, 1, 4])(
    'are found whole, and parts of other words never, where a stretch ends: %i',
    (shift) => {
      const text = `${filler(STRETCH + shift - 1)} brickwork old brick ${filler(9000)}`;
      expect(wordsOf(text, near(text, phrase('old', 'brick')))).toEqual(['old brick']);
      expect(near(text, phrase('brick'))).toEqual(matchSpans(text, phrase('brick')));
      expect(near(text, phrase('work'))).toEqual([]);
    },
  );

  it('are found where a phrase stretches over more than two stretches share', () => {
    const text = `${filler(STRETCH - 20)} brick${' '.repeat(20_000)}wall ${filler(100)}`;
    expect(wordsOf(text, near(text, phrase('brick', 'wall')))).toHaveLength(1);
  });
});
