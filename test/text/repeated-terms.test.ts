import { expect, it } from 'vitest';
import { indexTerms } from '../../server/text/index-terms.ts';
import { phraseCounts } from '../../server/text/phrase-counts.ts';
import { phraseMarks, repeatedTerms } from '../../server/text/repeated-terms.ts';
import fc from '../support/property.ts';

function marksOf(text: string): string[] {
  return repeatedTerms(indexTerms(text))?.match(/../g) ?? [];
}

it('each term that stands twice or more is marked once, in any script', () => {
  expect(marksOf('the cat and The dog and a bird')).toEqual([...phraseMarks(['the']), ...phraseMarks(['and'])]);
  expect(marksOf('C++ and C++ and c')).toContain(phraseMarks(indexTerms('C++').split(' ').slice(-1))[0]);
  expect(marksOf('我爱你，我爱')).toEqual(phraseMarks(['我爱']));
  expect(marksOf('one two three')).toEqual([]);
  expect(marksOf('')).toEqual([]);
});

it('so are three terms that stand side by side twice, and only these tell of a longer phrase', () => {
  const marks = marksOf('one two three, two one three; one two three');
  expect(marks).toContain(phraseMarks(['one', 'two', 'three'])[0]);
  expect(marks).not.toContain(phraseMarks(['two', 'one', 'three'])[0]);
  expect(phraseMarks(['a', 'b', 'c', 'd'])).toHaveLength(2);
  expect(phraseMarks(Array.from({ length: 200 }, (_, index) => `t${index}`))).toHaveLength(8);
});

it('no phrase stands twice in a text that has not all of its marks, and few have them that stand in it once', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc我爱ก้'), minLength: 1, maxLength: 3 });
  let once = 0;
  let marked = 0;
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      (words, from, size) => {
        const text = words.join(' ');
        const found = indexTerms(text).split(' ');
        const start = from % found.length;
        const terms = found.slice(start, start + size);
        const marks = new Set(marksOf(text));
        const mayRepeat = phraseMarks(terms).every((mark) => marks.has(mark));
        const [count = 0] = phraseCounts(text, [{ terms, isPrefix: false }]);
        if (count > 1) expect(mayRepeat).toBe(true);
        else once += 1;
        if (count === 1 && mayRepeat) marked += 1;
      },
    ),
    { numRuns: 2000 },
  );
  expect(once).toBeGreaterThan(500);
  expect(marked / once).toBeLessThan(0.1);
});

it('a text that repeats very many terms is left to be looked at itself', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
  expect(repeatedTerms(words)).toBe('');
  expect(repeatedTerms(`${words} ${words}`)).toBeNull();
});
