import { describe, expect, it } from 'vitest';
import { indexTerms } from '../../server/text/index-terms.ts';
import { isVague, phraseCounts } from '../../server/text/phrase-counts.ts';
import { type Phrase, phraseTerms } from '../../server/text/phrase-terms.ts';
import { pieceParts } from '../../server/text/piece-parts.ts';
import { plainCounts } from '../../server/text/plain-counts.ts';
import fc from '../support/property.ts';

/** Counts on the terms themselves, one by one. */
function countOneByOne(text: string, phrase: Phrase): number {
  const { terms, isPrefix } = phrase;
  const found = indexTerms(text).split(' ');
  let count = 0;
  for (let at = 0; at + terms.length <= found.length; ) {
    const isHere = terms.every((term, index) => {
      const other = found[at + index] ?? '';
      return isPrefix && index === terms.length - 1 ? other.startsWith(term) : other === term;
    });
    count += isHere ? 1 : 0;
    at += isHere ? terms.length : 1;
  }
  return isVague(phrase) ? Math.min(count, 1) : count;
}

describe('phraseCounts', () => {
  it('counts words, phrases, prefixes and literals, in the order asked', () => {
    const phrases: Phrase[] = [
      { terms: ['foo'], isPrefix: false },
      { terms: ['foo', 'bar'], isPrefix: false },
      { terms: ['foo'], isPrefix: true },
      { terms: ['fo'], isPrefix: true },
      { terms: ['\uE010c\uE011\uE011'], isPrefix: false },
      { terms: ['missing'], isPrefix: false },
      { terms: [], isPrefix: false },
    ];
    expect(phraseCounts('Foo foo_bar FOOD, C++; (foo) — Bar', phrases)).toEqual([3, 2, 4, 1, 1, 0, 0]);
    expect(phraseCounts('我爱你，我爱', [{ terms: ['我爱'], isPrefix: false }])).toEqual([2]);
  });

  it('does not count what overlaps itself', () => {
    expect(phraseCounts('a a a', [{ terms: ['a', 'a'], isPrefix: false }])).toEqual([1]);
    expect(phraseCounts('a a é a a', [{ terms: ['a', 'a'], isPrefix: false }])).toEqual([2]);
  });

  it('gives the same without reading plain text into terms', () => {
    const unit = fc.constantFrom(...'aAbB01 ._-+#—“é');
    const term = fc.string({ unit: fc.constantFrom('a', 'b', '0'), minLength: 1, maxLength: 3 });
    const phrase = fc.record({ terms: fc.array(term, { minLength: 1, maxLength: 3 }), isPrefix: fc.boolean() });
    const long = fc.constantFrom('', 'a'.repeat(255), 'b'.repeat(256), 'a'.repeat(257), `${'a'.repeat(256)}b 0`);
    let plain = 0;
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 40 }),
        long,
        fc.array(phrase, { maxLength: 3 }),
        (start, end, phrases) => {
          const text = start + end;
          plain += plainCounts(text, phrases) === null ? 0 : 1;
          const counts = phraseCounts(text, phrases);
          return phrases.every((each, index) => counts[index] === countOneByOne(text, each));
        },
      ),
      { numRuns: 800 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  it('gives the same for runs, beside words and in any order of their marks', () => {
    const unit = fc.constantFrom(...'ab1 .，我爱爱かゞー가ก้ำุื์่น', 'น้ำ', 'é');
    const run = fc.string({ unit: fc.constantFrom(...'我爱かก้ำุน', 'น้ำ'), minLength: 1, maxLength: 3 });
    const word = fc.constantFrom('a', 'b1', 'a b');
    const mixed = fc.tuple(run, word).map((both) => both.join(' '));
    let plain = 0;
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 40 }),
        fc.array(fc.oneof(run, run, word, mixed), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (text, pieces, isPrefix) => {
          const phrases = pieces.map((piece) => phraseTerms(pieceParts(piece).parts, isPrefix));
          plain += plainCounts(text, phrases) === null ? 0 : 1;
          const counts = phraseCounts(text, phrases);
          return phrases.every((each, index) => counts[index] === countOneByOne(text, each));
        },
      ),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(1000);
  });

  it('takes a text for plain only if its other characters part words or stand in runs as they are', () => {
    const others: string[] = [];
    for (let unit = 0x80; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      if (plainCounts(character, []) === null) continue;
      const normal = character === 'ำ' ? 'ํา า' : character;
      const terms = indexTerms(`a${character}b ${character}`);
      if (terms !== 'a b' && terms !== `a ${normal} b ${normal}`) others.push(`${unit.toString(16)}: ${terms}`);
    }
    expect(others).toEqual([]);
    expect(plainCounts('“quoted” — 10 € → … 你好，ภาษาไทย。', [])).toEqual([]);
  });

  it('counts in 5,000 short texts in a fraction of a second', () => {
    const text = 'The session search finds the active branch — and “every” message in it. '.repeat(6);
    const phrases = [
      { terms: ['session'], isPrefix: false },
      { terms: ['active', 'branch'], isPrefix: false },
      { terms: ['mess'], isPrefix: true },
    ];
    const startMs = performance.now();
    let right = 0;
    for (let index = 0; index < 5000; index += 1) right += phraseCounts(text, phrases).join() === '6,6,6' ? 1 : 0;
    expect(right).toBe(5000);
    expect(performance.now() - startMs).toBeLessThan(2000);
  });
});
