import { afterAll, describe, expect, it } from 'vitest';
import { indexTerms } from '../../server/text/index-terms.ts';
import { phraseCounts } from '../../server/text/phrase-counts.ts';
import { containsNormalised, queryTerms } from '../../server/text/query-terms.ts';
import fc from '../support/property.ts';
import { Fts5 } from './fts5.ts';
import { holds, typeOut, type Written, written } from './written.ts';

const fts5 = new Fts5({ hasPrefixes: true });
afterAll(() => fts5.close());

/** Whether a search for the piece finds the text, as the engine would: by the index, then by what is to be verified. */
function finds(text: string, piece: string, isPrefix = false): boolean {
  const query = queryTerms(piece, { isPrefix });
  if (query === null) return false;
  fts5.store([indexTerms(text), 'unrelated']);
  const isMatched = fts5.search(query).includes(0);
  return isMatched && (query.verify === undefined || containsNormalised(text, query.verify));
}

describe('a piece becomes', () => {
  it.each([
    ['word', { terms: ['word'], isPrefix: false }],
    ['foo_bar', { terms: ['foo', 'bar'], isPrefix: false }],
    ['我', { terms: ['我'], isPrefix: true }],
    ['我爱你', { terms: ['我爱', '爱你'], isPrefix: false }],
    ['使用Python', { terms: ['使用', '用', 'python'], isPrefix: false }],
    ['Python我', { terms: ['python', '我'], isPrefix: true }],
    ['𠀀', { terms: ['𠀀'], isPrefix: true }],
    ['C++', { terms: ['\uE010c\uE011\uE011'], isPrefix: false }],
    ['.NET', { terms: ['\uE010\uE013net'], isPrefix: false }],
    ['#1234', { terms: ['\uE010\uE0121234'], isPrefix: false }],
    ['the C++ compiler', { terms: ['the', 'c', 'compiler'], isPrefix: false }],
    ['\uE000x\uE010', { terms: ['x'], isPrefix: false }],
  ])('%s → %j', (piece, query) => {
    expect(queryTerms(piece, { isPrefix: false })).toEqual(query);
  });

  it('null without a letter or a digit', () => {
    for (const piece of ['', '++', '…', '\uE000', '👍🏽', '\uFFFC', '\uD800']) {
      expect(queryTerms(piece, { isPrefix: true })).toBeNull();
    }
  });

  it('a prefix where one was asked for, except that pairs cannot go on', () => {
    expect(queryTerms('sea', { isPrefix: true })).toEqual({ terms: ['sea'], isPrefix: true });
    expect(queryTerms('C+', { isPrefix: true })).toEqual({ terms: ['\uE010c\uE011'], isPrefix: true });
    expect(queryTerms('我爱', { isPrefix: true })).toEqual({ terms: ['我爱'], isPrefix: false });
  });
});

describe('a search finds', () => {
  it('a text exactly when it holds the query, in any mix of scripts and spellings', () => {
    const choices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    let found = 0;
    fc.assert(
      fc.property(written, written, choices, choices, (text, query, textChoices, queryChoices) => {
        const isFound = finds(typeOut(text, textChoices), typeOut(query.slice(0, 2), queryChoices));
        found += isFound ? 1 : 0;
        return isFound === holds(text, query.slice(0, 2));
      }),
      { numRuns: 400 },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('every text by each part of it', () => {
    const choices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(), choices, choices, (text, from, length, ...typing) => {
        const start = from % text.length;
        const part = text.slice(start, start + 1 + (length % (text.length - start)));
        return finds(typeOut(text, typing[0]), typeOut(part.map(insideOf(part, length)), typing[1]));
      }),
      { numRuns: 400 },
    );
  });

  it('runs of every length, at every place', () => {
    const run = '我爱你使用𠀀ひらのガー한국어ไทย';
    const characters = [...run];
    for (let from = 0; from < characters.length; from += 1) {
      for (let to = from + 1; to <= characters.length; to += 1) {
        const part = characters.slice(from, to).join('');
        expect([part, finds(`x ${run} y`, part)]).toEqual([part, true]);
      }
    }
    expect(finds(run, '我你')).toBe(false);
    expect(finds('我爱。你', '爱你')).toBe(false);
  });

  it('beginnings of words when a prefix is asked for', () => {
    expect(finds('Über Suchmaschinen', 'uber such', true)).toBe(true);
    expect(finds('Über Suchmaschinen', 'uber such')).toBe(false);
    expect(finds('über Gesuche', 'such', true)).toBe(false);
    expect(finds('nâng cấp được', 'đuo', true)).toBe(true);
  });

  it('literals only with their signs, and phrases over them without', () => {
    const text = 'the C++ compiler for .NET, see repo#1234';
    for (const piece of [
      'C++',
      'c++',
      '.net',
      '#1234',
      'C',
      'the c compiler',
      'the C++ compiler',
      'repo#1234',
      '1234',
    ]) {
      expect([piece, finds(text, piece)]).toEqual([piece, true]);
    }
    expect(finds('a C compiler', 'C++')).toBe(false);
    expect(finds('C+++ and a++', 'C++')).toBe(false);
    expect(finds('C+++ and a++', 'C+', true)).toBe(true);
    expect(finds('C++ is a', 'a c', true)).toBe(false);
    expect(finds('1234 net', '#1234')).toBe(false);
  });

  it('a very long word by itself and by its beginning', () => {
    const word = 'QmFzZTY0'.repeat(10_000);
    expect(finds(`data ${word} end`, word)).toBe(true);
    expect(finds(`data ${word} end`, word.slice(0, 3000), true)).toBe(true);
    expect(finds(`data ${word} end`, word.slice(0, 3000))).toBe(false);
    expect(finds(`data ${word} end`, `data ${word.slice(0, 100)}`, true)).toBe(true);
  });
});

describe('what goes past the bound', () => {
  const run = Array.from({ length: 300 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');

  it('is verified: 256 characters of a run go to the index', () => {
    const query = queryTerms(run, { isPrefix: false });
    expect(query?.terms).toHaveLength(255);
    expect(query?.terms.at(-1)).toBe(run.slice(254, 256));
    expect(queryTerms(run.slice(0, 256), { isPrefix: false })).not.toHaveProperty('verify');
    expect(finds(`前${run}後`, run)).toBe(true);
    expect(finds(`${run.slice(0, 299)}後`, run)).toBe(false);
  });

  it('is compared in normal form, by whole words unless it may go on', () => {
    const piece = `Được ${run} ｶﾞ End`;
    const query = queryTerms(piece, { isPrefix: false });
    expect(query?.verify).toBe(` duoc ${run} ガ end `);
    expect(finds(`x duoc—${run}, ガ/END.`, piece)).toBe(true);
    expect(finds(`x duoc ${run} ガ ending`, piece)).toBe(false);
    expect(finds(`x duoc ${run} ガ ending`, piece, true)).toBe(true);
    expect(finds(`xduoc ${run} ガ end`, piece)).toBe(false);
  });

  it('agrees with the terms: a text holds the normal form exactly when its terms hold the phrase', () => {
    const choices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(written, written, choices, (text, query, typing) => {
        const typed = typeOut(text, typing);
        const piece = typeOut(query.slice(0, 2), typing);
        const phrase = queryTerms(piece, { isPrefix: false });
        const isCounted = phrase !== null && (phraseCounts(typed, [phrase])[0] ?? 0) > 0;
        return isCounted === containsNormalised(typed, verifyOf(query.slice(0, 2)));
      }),
      { numRuns: 300 },
    );
  });
});

function verifyOf(items: readonly Written[]): string {
  const before = items[0]?.isRun === true ? '' : ' ';
  return `${before}${items.map(({ normal }) => normal).join(' ')}${items.at(-1)?.isRun === true ? '' : ' '}`;
}

/** Of runs at the edges of a query only some characters: what a person may have typed of them. */
function insideOf(part: readonly Written[], seed: number): (item: Written, index: number) => Written {
  return (item, index) => {
    if (!item.isRun || /[^\u3000-\u9FFF]/.test(item.typed) || /[\u3099]/.test(item.typed)) return item;
    const from = index === 0 ? seed % item.typed.length : 0;
    const to = index === part.length - 1 ? from + 1 + (seed % (item.typed.length - from)) : item.typed.length;
    return { ...item, typed: item.typed.slice(from, to), normal: item.normal.slice(from, to) };
  };
}
