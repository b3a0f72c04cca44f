import { describe, expect, it } from 'vitest';
import { stem, wordForms } from '../../server/text/stem.ts';

describe('the forms of a word', () => {
  it.each([
    ['deploys', ['deploy', 'deployed', 'deploying', 'deployment']],
    ['hope', ['hope', 'hopes', 'hoped', 'hoping']],
    ['happy', ['happy', 'happier', 'happiness', 'happily']],
    ['stopped', ['stop', 'stops', 'stopping']],
    ['studies', ['study', 'studied', 'studying']],
    ['connection', ['connect', 'connects', 'connected', 'connecting', 'connections']],
    ['painting', ['paint', 'paints', 'painted']],
  ])('hold what English makes of %s', (word, forms) => {
    const found = wordForms(word);
    const ofOneStem = forms.filter((form) => stem(form) === stem(word));
    expect(ofOneStem.length).toBeGreaterThan(1);
    expect(found).toEqual(expect.arrayContaining([word, ...ofOneStem]));
  });

  it('are all of its stem, and each once', () => {
    for (const word of ['deploys', 'hope', 'happy', 'universe', 'caresses', 'relational', 'aaaa', 'yyyy', 'iiii']) {
      const forms = wordForms(word);
      expect(forms[0]).toBe(word);
      expect(new Set(forms).size).toBe(forms.length);
      expect(forms.filter((form) => stem(form) !== stem(word))).toEqual([]);
      expect(forms.length).toBeLessThan(100);
    }
  });

  it('are the word alone where it is short or no English-like word', () => {
    for (const word of ['api', 'straße', '京都', 'v2', '']) expect(wordForms(word)).toEqual([word]);
  });
});
