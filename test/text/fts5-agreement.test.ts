import { afterAll, describe, expect, it } from 'vitest';
import { indexTerms } from '../../server/text/index-terms.ts';
import fc from '../support/property.ts';
import { Fts5 } from './fts5.ts';

const ROW_CHARACTERS = 512;
const IS_COMMON_RUN = /[\p{Unified_Ideograph}\uAC00-\uD7A3]/u;

const fts5 = new Fts5({ hasPrefixes: false });
afterAll(() => fts5.close());

function range(first: number, length: number): number[] {
  return Array.from({ length }, (_, index) => first + index);
}

/** What the table holds of each text must be what it was given: nothing split, folded or dropped. */
function disagreements(texts: readonly string[]): object[] {
  const given = texts.map(indexTerms);
  fts5.store(given);
  const stored = fts5.storedTerms(given.length).map((terms) => terms.join(' '));
  return given.flatMap((terms, index) =>
    terms === stored[index] ? [] : [{ text: texts[index], terms, stored: stored[index] }],
  );
}

describe('FTS5 stores exactly the terms it is given', () => {
  it('of every character, alone and among others', () => {
    const texts: string[] = [];
    for (let first = 0; first < 0x4_0000; first += ROW_CHARACTERS) {
      const assigned = String.fromCodePoint(...range(first, ROW_CHARACTERS)).match(/\P{Cn}/gu) ?? [];
      // A run's characters come beside each other, and alone at its end.
      texts.push(assigned.map((each) => (IS_COMMON_RUN.test(each) ? each + each : `${each} a${each}b`)).join(' '));
    }
    expect(texts.join('').length).toBeGreaterThan(500_000);
    expect(disagreements(texts)).toEqual([]);
  });

  it('and the planes without letters give no terms', () => {
    for (let first = 0x4_0000; first < 0x11_0000; first += 0x1000) {
      const text = String.fromCodePoint(...range(first, 0x1000));
      expect(/[\p{L}\p{N}\p{Mn}\p{Mc}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))).toBe(false);
      expect(indexTerms(text.slice(0, 64))).toBe('');
    }
  });

  it('of random texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(...'aİß.+# ก้ำ我ガｶﾞ한ᅡᆨक़़ё\u0301\u0345ς\u200D\uD800\uDC00\uE000\uE010'),
        maxLength: 60,
      }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 10, maxLength: 30 }), (texts) => {
        expect(disagreements(texts)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('of long words and literals', () => {
    const texts = ['x'.repeat(100_000), '\u{10428}'.repeat(3000), 'C++ C# .NET #1234', '我'.repeat(5000)];
    expect(disagreements(texts)).toEqual([]);
  });
});
