import { describe, expect, it } from 'vitest';
import { indexTerms } from '../../server/text/index-terms.ts';
import { looseCounts, stemPhrase } from '../../server/text/loose-match.ts';
import { plainLooseCounts } from '../../server/text/plain-loose.ts';
import { stem } from '../../server/text/stem.ts';
import fc from '../support/property.ts';

function word(term: string) {
  return stemPhrase({ terms: [term], isPrefix: false });
}

/** Counts stem by stem in the terms themselves. */
function countOneByOne(text: string, stems: readonly string[]) {
  const found = indexTerms(text).split(' ').map(stem);
  const isFollowed = (index: number): boolean =>
    index + 1 < stems.length && found.some((each, at) => each === stems[index] && found[at + 1] === stems[index + 1]);
  return {
    counts: stems.map((each) => found.filter((other) => other === each).length),
    pairs: stems.filter((_, index) => isFollowed(index)).length,
  };
}

describe('loose counts', () => {
  it('take a word in any form, and tell how many stand before the next one', () => {
    const words = ['deploy', 'service', 'fail'].map(word);
    const text = 'Deployed services; deploying a SERVICE failed. Failing deploys, été!';
    expect(looseCounts(text, words)).toEqual({ counts: [3, 2, 2], pairs: 2 });
    expect(looseCounts(text.replace('été', 'summer'), words)).toEqual({ counts: [3, 2, 2], pairs: 2 });
    const changed = ['hope', 'happy', 'possible', 'durable', 'digitize', 'apology'];
    const forms = 'hoping hoped; happier happily; possibly possibility; durability; digitization; apologies apologize';
    expect(looseCounts(forms, changed.map(word))).toEqual(countOneByOne(forms, changed.map(stem)));
    expect(looseCounts(forms, changed.map(word)).counts[0]).toBe(2);
    expect(looseCounts('serviced 部署 deploy', words)).toEqual({ counts: [1, 1, 0], pairs: 0 });
  });

  it('are the same of a plain text that is not read into terms', () => {
    const syllables = [
      'hop',
      'e',
      'y',
      'ab',
      'il',
      'ing',
      'ed',
      'ation',
      'ational',
      's',
      'ness',
      'bility',
      'bly',
      'ize',
      'nn',
      'log',
    ];
    const endings = [
      '',
      's',
      'ed',
      'ing',
      'y',
      'ies',
      'ation',
      'ational',
      'ability',
      'ibly',
      'ization',
      'iveness',
      'ator',
      'ogy',
      'al',
    ];
    const base = fc.array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const form = fc.tuple(base, fc.constantFrom(...endings)).map((parts) => parts.join(''));
    const between = fc.constantFrom(' ', ' ', '. ', '我', `${'a'.repeat(256)}`, 'é');
    let plain = 0;
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(form, { minLength: 2, maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...endings), between), { maxLength: 12 }),
        (asked, written) => {
          const text = written
            .map(([which, ending, part]) => `${stem(asked[which % asked.length] ?? '')}${ending}${part}`)
            .join('');
          const phrases = asked.map(word);
          const counts = looseCounts(text, phrases);
          plain += plainLooseCounts(text, phrases) === null ? 0 : 1;
          found += counts.counts.some((count) => count > 0) ? 1 : 0;
          expect(counts).toEqual(countOneByOne(text, asked.map(stem)));
        },
      ),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(500);
    expect(found).toBeGreaterThan(500);
  });
});
