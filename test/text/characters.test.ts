import { describe, expect, it } from 'vitest';
import { foldCluster } from '../../server/text/characters.ts';
import { clusterEnd, steadyEnd } from '../../server/text/clusters.ts';
import { indexTerms } from '../../server/text/index-terms.ts';
import fc from '../support/property.ts';

/** The assigned characters of the planes that hold letters, but of ideographs and Hangul syllables one in 16. */
function* characters(): Generator<string> {
  for (let codePoint = 0; codePoint < 0x4_0000; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    const isLikeOthers = codePoint % 16 > 0 && /[\p{Unified_Ideograph}\p{scx=Tangut}\uAC00-\uD7A3]/u.test(character);
    if (!isLikeOthers && !/[\p{Cn}\p{Cs}]/u.test(character)) yield character;
  }
}

function clusters(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at);
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

describe('clusters', () => {
  it('hold all that composes: normalised one by one they are the normalised text', () => {
    const joining = 'aeiouAEΑαابגがカｶﾞ각가한ᄀᄀㄱㅏᅡᆨᆨㄳनकক\u09BEে\u0DD9\u0DCF\u1025\u102E\u0B47\u0B3E\u{11347}\u{1133E}';
    const unit = fc.constantFrom(...joining, '\u0301', '\u0323', '\u0315', '\u0334', '\u093C', '\uFF9E', '\u3099', ' ');
    const text = fc.oneof(fc.string({ unit, maxLength: 24 }), fc.string({ unit: 'binary', maxLength: 24 }));
    fc.assert(
      fc.property(text, (given) => {
        const normalised = clusters(given).map((cluster) => cluster.normalize('NFKC'));
        return normalised.join('') === given.normalize('NFKC');
      }),
      { numRuns: 400 },
    );
  });

  it('of Thai that are taken as they stand are their own normal form, marks in any order', () => {
    const unit = fc.constantFrom(...'กขนเาัิีืฺุู็่้๊๋์ํ๎ำ', 'a', '\u0301', '\u200D', '\uD800');
    let steady = 0;
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), fc.constantFrom('', `ก${'่'.repeat(60)}`), (start, heap) => {
        const text = `ก${start}${heap}`;
        const end = steadyEnd(
          Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
          0,
        );
        steady += end > 1 ? 1 : 0;
        const asItStands = [...text.slice(0, end)];
        const isWhole = end === 0 || end === clusterEnd(text, 0);
        return (
          isWhole &&
          foldCluster(text.slice(0, end))
            .map((each) => each.text)
            .join('') === asItStands.join('')
        );
      }),
      { numRuns: 3000 },
    );
    expect(steady).toBeGreaterThan(300);
  });

  it('begin at every character that composes with none before it', () => {
    const firsts = new Set<string>();
    const seconds = new Set<string>();
    for (const character of characters()) {
      const parts = [...character.normalize('NFD')];
      if (parts.length < 2 || parts.join('').normalize('NFC') !== character) continue;
      firsts.add(parts.slice(0, -1).join('').normalize('NFC'));
      seconds.add(parts.at(-1) ?? '');
    }
    expect(seconds.size).toBeGreaterThan(60);
    const apart: string[] = [];
    for (const first of firsts) {
      for (const second of seconds) {
        const pair = `${first}${second}`;
        if (pair.normalize('NFC').length < pair.length && clusters(pair).length > 1) apart.push(pair);
      }
    }
    expect(apart).toEqual([]);
  });
});

describe('the normal form of a character', () => {
  it('is its own normal form, for every character', () => {
    const unstable: string[] = [];
    for (const character of characters()) {
      for (const { text } of foldCluster(character)) {
        const again = foldCluster(text)
          .map((folded) => folded.text)
          .join('');
        if (again !== text) unstable.push(character);
      }
    }
    expect(unstable).toEqual([]);
  });

  it('does not depend on case, nor on composition', () => {
    const unequal: string[] = [];
    for (const character of characters()) {
      const decomposed = character.normalize('NFD');
      const others = [character.toLowerCase(), decomposed, character.normalize('NFKC')];
      // In capitals the iota below, which is dropped, becomes a letter of its own.
      if (!decomposed.includes('\u0345')) others.push(character.toUpperCase());
      const unlike = others.filter((other) => other !== character);
      if (unlike.some((other) => indexTerms(other) !== indexTerms(character))) unequal.push(character);
    }
    expect(unequal).toEqual([]);
  });
});
