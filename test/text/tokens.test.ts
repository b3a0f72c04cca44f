import { describe, expect, it } from 'vitest';
import { indexTerms, SEGMENTER_VERSION, termCount } from '../../server/text/index-terms.ts';
import { tokens } from '../../server/text/tokens.ts';
import fc from '../support/property.ts';

const C_PLUS_PLUS = '\uE010c\uE011\uE011';

/** The pieces of the text that the terms stand for. */
function pieces(text: string): string[] {
  return tokens(text).map(({ start, end }) => text.slice(start, end));
}

describe('words', () => {
  it.each([
    ['Hello, World! 42', 'hello world 42'],
    ['foo_bar a-b readme.md user@host', 'foo bar a b readme md user host'],
    ['được ĐƯỢC', 'duoc duoc'],
    ['Straße ẞ', 'strasse ss'],
    ['Łódź Øre Þór ðæœ ħıĸŋ', 'lodz ore thor daeoe hiqn'],
    ['ﬁne ﬄ ĳ', 'fine ffl ij'],
    ['İstanbul ISTANBUL ıspanak', 'istanbul istanbul ispanak'],
    ['ΟΔΥΣΣΕΥΣ Ὀδυσσεύς ᾳ', 'οδυσσευσ οδυσσευσ α'],
    ['Ёжик й', 'ежик и'],
    ['السَّلَامُ مـحـمـد آب', 'السلام محمد اب'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी में', 'हिन्दी में'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ １２', 'full width 12'],
    ['Hawaiʻi Qurʾān', 'hawaii quran'],
    ['ᲀ Ꭰ ꭰ', 'в ꭰ ꭰ'],
  ])('%s → %s', (text, terms) => {
    expect(indexTerms(text)).toBe(terms);
  });

  it('are the same composed and decomposed', () => {
    for (const text of ['được', 'Ἀθῆναι', 'ёлка', 'ガギグ', '한국어', 'आपको क़लम', 'น้ำ']) {
      expect(indexTerms(text.normalize('NFD'))).toBe(indexTerms(text));
      expect(indexTerms(text.normalize('NFKD'))).toBe(indexTerms(text));
    }
  });

  it('go on over what is not seen', () => {
    expect(indexTerms('in\u00ADvisi\u200Bble 1\uFE0F\u20E3 a\uE000b')).toBe('invisible 1 ab');
  });

  it('longer than a term become a phrase of pieces, and surrogate pairs stay whole', () => {
    const word = 'x'.repeat(600);
    expect(tokens(word).map(({ term, start, end }) => [term.length, start, end])).toEqual([
      [256, 0, 256],
      [256, 256, 512],
      [88, 512, 600],
    ]);
    const deseret = '\u{10428}'.repeat(200);
    expect(tokens(`a${deseret}`).map(({ term }) => term.length)).toEqual([255, 146]);
    expect(tokens(`a${deseret}`).map(({ term }) => term)).toEqual([`a${deseret.slice(0, 254)}`, deseret.slice(254)]);
  });
});

describe('runs of scripts without spaces', () => {
  it.each([
    ['我爱你', '我爱 爱你 你'],
    ['我', '我'],
    ['使用Python3编程', '使用 用 python3 编程 程'],
    ['日本語テスト', '日本 本語 語テ テス スト ト'],
    ['ｶﾞｷﾞｰ', 'ガギ ギー ー'],
    ['한국어', '한국 국어 어'],
    ['ㅠㅠ', 'ᅲᅲ ᅲ'],
    ['ไทย', 'ไท ทย ย'],
    ['𠀀𠀁', '𠀀𠀁 𠀁'],
    ['ລາວ', 'ລາ າວ ວ'],
    ['第3章', '第 3 章'],
  ])('%s → %s', (text, terms) => {
    expect(indexTerms(text)).toBe(terms);
  });

  it('take sara am in each of its spellings', () => {
    const composed = indexTerms('น้ำ');
    expect(indexTerms('น้\u0E4Dา')).toBe(composed);
    expect(indexTerms('น\u0E4D\u0E49า')).toBe(composed);
    expect(indexTerms('ນ\u0EC9\u0EB3')).toBe(indexTerms('ນ\u0ECD\u0EC9\u0EB2'));
  });
});

describe('literals', () => {
  it('come behind all words, so that phrases do not see them', () => {
    expect(indexTerms('the C++ compiler')).toBe(`the c compiler ${C_PLUS_PLUS}`);
    expect(pieces('the C++ compiler').at(-1)).toBe('C++');
  });

  it.each([
    ['C# and F#.', ['C#', 'F#']],
    ['(.NET) "#1234" /.git', ['.NET', '#1234', '.git']],
    ['C++17 i++; Ｃ＋＋', ['C++', 'i++', 'Ｃ＋＋']],
    ['owner/repo#12', ['repo#', '#12']],
    ['#c++', ['c++']],
    ['a+b a+1 ASP.NET x#y end. ...dots ##two a++++ 3.14', []],
    ['用C#开发', ['C#']],
  ])('%s → %j', (text, literals) => {
    const found = tokens(text).filter(({ term }) => term.startsWith('\uE010'));
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(literals);
  });

  it('cannot be forged: private-use letters in text part words, and the scope letter vanishes', () => {
    expect(indexTerms('c\uE011\uE011 \uE010c \uE000owner\uE000 \uF8FF \u{F0000}')).toBe('c c owner');
  });
});

describe('offsets', () => {
  it('hold where characters merge or expand', () => {
    expect(tokens('x ﷺ')).toHaveLength(5);
    expect(pieces('①㍿ ｶﾞｷﾞ e\u0301a')).toEqual(['①', '㍿', '㍿', '㍿', '㍿', 'ｶﾞｷﾞ', 'ｷﾞ', 'e\u0301a']);
    expect(tokens('İx İY').map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [3, 5],
    ]);
  });

  it('of any text are in order, and each term comes again from the piece of text it stands for', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, (given) => {
        const found = tokens(given).filter(({ term }) => !term.startsWith('\uE010'));
        return found.every(({ term, start, end }, index) => {
          const isInOrder = start < end && end <= given.length && start >= (found[index - 1]?.start ?? 0);
          return isInOrder && ` ${indexTerms(given.slice(start, end))} `.includes(term);
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('any text', () => {
  it('never throws: half surrogate pairs, NUL, masks and unassigned characters part words', () => {
    expect(indexTerms('a\uD800b\uDC00c\0d\uFFFCe\u{3FFFD}f\u0378g')).toBe('a b c d e f g');
    expect(indexTerms('')).toBe('');
    expect(tokens('\uD83D')).toEqual([]);
  });

  it('takes linear time, whatever is heaped up', () => {
    const size = 20_000;
    const heaps = ['\u0301\u0315', 'ㅏ', '\uFF9E', 'a\u0301', '\u200D', '#', '+a', '\u{1F1E6}', '각\u11A8', 'ﷺ', ' '];
    const startMs = performance.now();
    for (const heap of heaps) indexTerms(heap.repeat(size / heap.length));
    expect(performance.now() - startMs).toBeLessThan(3000);
  });

  it('has as many terms as termCount says', () => {
    expect(['', 'one', 'C++ x 我爱你'].map((text) => termCount(indexTerms(text)))).toEqual([0, 1, 6]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const terms = tokens(text).map(({ term }) => term);
        return termCount(indexTerms(text)) === terms.length && indexTerms(text) === terms.join(' ');
      }),
    );
  });

  it('is the same for text of many kilobytes as for its parts', () => {
    const parts = ['The quick C++ fox, ', 'được 我爱你 ', 'İx ', 'a.b .NET '];
    const long = Array.from({ length: 400 }, (_, index) => parts[index % parts.length]).join('');
    const words = indexTerms(parts.join('')).replace(/ \uE010[^ ]*/g, '');
    expect(indexTerms(long).startsWith(`${words} ${words}`)).toBe(true);
    expect(
      tokens(long)
        .map(({ term }) => term)
        .join(' '),
    ).toBe(indexTerms(long));
  });
});

it('the segmenter version is a whole number that takes in the runtime’s Unicode', () => {
  expect(Number.isSafeInteger(SEGMENTER_VERSION)).toBe(true);
  expect(SEGMENTER_VERSION % 1_000_000).toBeGreaterThan(140_000);
});
