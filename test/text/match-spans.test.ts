import { describe, expect, it } from 'vitest';
import type { TextNode } from '../../server/contract/query.ts';
import { findPhrases, matchSpans } from '../../server/text/match-spans.ts';
import { phraseTerms } from '../../server/text/phrase-terms.ts';
import { pieceParts } from '../../server/text/piece-parts.ts';
import { plainSpans } from '../../server/text/plain-spans.ts';
import { queryTerms } from '../../server/text/query-terms.ts';
import { tokens } from '../../server/text/tokens.ts';
import fc from '../support/property.ts';

function phrase(piece: string, isPrefix = false): TextNode {
  const query = queryTerms(piece, { isPrefix });
  if (query === null) throw new Error(`no terms in ${piece}`);
  return { type: 'phrase', ...query };
}

function matched(text: string, node: TextNode): string[] {
  return matchSpans(text, node).map(({ start, end }) => text.slice(start, end));
}

describe('matches are', () => {
  it('words, phrases over what stands between them, and words that go on', () => {
    expect(matched('Foo bar foo, BAR food', phrase('foo bar'))).toEqual(['Foo bar', 'foo, BAR']);
    expect(matched('Search, searching; research', phrase('search', true))).toEqual(['Search', 'searching']);
    expect(matched('big dog, big cat, big', phrase('big c', true))).toEqual(['big cat']);
    expect(matched('The được Ｄuoc', phrase('duoc'))).toEqual(['được', 'Ｄuoc']);
  });

  it('one span for the pairs of a run, and only the character that was asked for', () => {
    expect(matched('我爱你们，爱你', phrase('爱你'))).toEqual(['爱你', '爱你']);
    expect(matched('我爱你们', phrase('我爱你'))).toEqual(['我爱你']);
    expect(matched('我爱你，爱', phrase('爱'))).toEqual(['爱', '爱']);
    expect(matched('哈哈哈哈', phrase('哈哈'))).toEqual(['哈哈哈哈']);
    expect(matched('ทำงาน', phrase('ำง'))).toEqual(['ำง']);
  });

  it('literals with their signs', () => {
    expect(matched('C, C++ and .NET', phrase('C++'))).toEqual(['C++']);
    expect(matched('C, C++', phrase('c'))).toEqual(['C', 'C']);
  });

  it('those of all nodes that are under no negation, merged where they overlap', () => {
    const node: TextNode = {
      type: 'and',
      nodes: [
        { type: 'or', nodes: [phrase('one two'), phrase('two three')] },
        { type: 'not', node: phrase('four') },
        phrase('five'),
      ],
    };
    expect(matched('one two three four five', node)).toEqual(['one two three', 'five']);
    expect(matchSpans('four', { type: 'not', node: phrase('four') })).toEqual([]);
  });

  it('whole, when a run is longer than what goes to the index', () => {
    const run = Array.from({ length: 400 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
    expect(matched(`前${run}後`, phrase(run))).toEqual([run]);
    expect(matched(`${run} ending`, phrase(`${run} end`, true))).toEqual([`${run} ending`]);
  });

  it('the same as those of its terms, found without reading a plain text into terms', () => {
    const unit = fc.constantFrom(...'ab1 .，我爱かー가กุ้ื์่น', 'น้ำ', 'é', 'b'.repeat(300));
    const letters = fc.constantFrom(...'ab我爱かกุ้น ');
    const piece = fc.string({ unit: letters, minLength: 1, maxLength: 4 }).filter((each) => each.trim() !== '');
    let plain = 0;
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 40 }),
        fc.array(piece, { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        (text, pieces, isPrefix) => {
          const phrases = pieces.map((each) => phraseTerms(pieceParts(each).parts, isPrefix));
          plain += plainSpans(text, phrases) === null ? 0 : 1;
          const nodes = phrases.map((each): TextNode => ({ type: 'phrase', ...each }));
          expect(matchSpans(text, { type: 'or', nodes })).toEqual(findPhrases(tokens(text), phrases));
        },
      ),
      { numRuns: 2000 },
    );
    expect(plain).toBeGreaterThan(400);
  });

  it('found in linear time in a text that repeats itself', () => {
    const startMs = performance.now();
    expect(matchSpans('哈'.repeat(200_000), phrase('哈'.repeat(250)))).toEqual([{ start: 0, end: 200_000 }]);
    expect(matchSpans('a '.repeat(100_000), phrase('a '.repeat(200)))).toEqual([{ start: 0, end: 199_999 }]);
    expect(performance.now() - startMs).toBeLessThan(4000);
  });
});
