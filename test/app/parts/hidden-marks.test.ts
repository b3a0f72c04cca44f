import { describe, expect, it } from 'vitest';
import { cutAtMarks, hasMarks, MARKS_MAX, writeMarksOut } from '../../../app/_parts/hidden-marks.ts';
import fc from '../../support/property.ts';

const labelsOf = (text: string): string[] => cutAtMarks(text).flatMap(({ label }) => label ?? []);

describe('what cannot be seen in a text', () => {
  it.each([
    ['an override of the reading order', 'invoice\u202Efdp.exe', 'invoice[U+202E]fdp.exe'],
    ['an isolate', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
    ['a mark of direction in a text that has none', 'a\u200Fb', 'a[U+200F]b'],
    ['what has no width', 'pass\u200Bword\uFEFF', 'pass[U+200B]word[U+FEFF]'],
    ['a run of the same, once', `a${'\u200B'.repeat(40)}b`, 'a[U+200B ×40]b'],
    ['a joiner in a Latin word', 'ad\u200Dmin', 'ad[U+200D]min'],
    ['a soft hyphen', 'pay\u00ADpal', 'pay[U+00AD]pal'],
    ['a letter that is blank', 'a\u3164b', 'a[U+3164]b'],
    ['control characters', 'a\0b\u0007c\u009Bd', 'a[U+0000]b[U+0007]c[U+009B]d'],
    ['a return that overwrites a line', 'safe\revil\r\nnext\n', 'safe[U+000D]evil\r\nnext\n'],
    ['half of a surrogate pair', 'a\uD83Db', 'a[U+D83D]b'],
    ['a selector that stands for a byte', 'a\uFE05\u{E0101}b', 'a[U+FE05][U+E0101]b'],
    ['letters hidden in tags', `a${tagged('ignore all')}b`, 'a[hidden: ignore all]b'],
    ['a Cyrillic letter in a Latin word', 'p\u0430ypal', 'p[U+0430]ypal'],
    ['Greek capitals in front of a Latin word', '\u0391\u0392min', '[U+0391]min'],
    ['an order to the clipboard', 'a\u001B]52;c;cm0=\u0007b', 'a[ESC]b'],
    ['an address behind words', '\u001B]8;;http://evil.example\u001B\\x\u001B]8;;\u001B\\', '[ESC]x[ESC]'],
    ['an escape in front of a colour', 'a\u001B\u001B[31mb', 'a[U+001B]b'],
    ['an escape in front of an order', '\u001B\u001B]0;title\u0007b', '[U+001B][ESC]b'],
    ['an order without an end', 'a\u001B]0;title', 'a[U+001B]]0;title'],
  ])('has a label: %s', (_name, text, written) => {
    expect(writeMarksOut(text)).toBe(written);
    expect(hasMarks(text)).toBe(true);
  });

  it.each([
    [
      'emoji of several people',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F 1\uFE0F\u20E3 \u{1F44B}\u{1F3FD}\u200D\u2642\uFE0F',
    ],
    ['a flag of a region', `\u{1F3F4}${tagged('gbsct')}\u{E007F}`],
    ['a Persian word with a non-joiner', 'می\u200Cخواهم'],
    ['a Hindi conjunct', 'क्\u200Dष'],
    ['Hebrew with a mark behind its full stop', 'שלום.\u200F abc'],
    ['a variant of a Chinese character', '葛\u{E0100}城'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180B'],
    ['Russian beside English', 'сорок words и слова'],
    ['formulas', 'ΔT = 3 μm, sinα, 10 kΩ'],
    ['lines of Windows and tabs', 'a\r\n\tb\r\n'],
  ])('has none: %s', (_name, text) => {
    expect(labelsOf(text)).toEqual([]);
    expect(writeMarksOut(text)).toBe(text);
  });

  it('is no colour of a terminal: those are left out', () => {
    expect(cutAtMarks('\u001B[1;31mFAIL\u001B[0m \u001B[2K\u001B[1Gdone')).toEqual([
      { text: 'FAIL done', label: null },
    ]);
  });

  it('has so many labels, and then replacement characters', () => {
    const pieces = cutAtMarks('a\u202E'.repeat(5000));
    expect(pieces.filter(({ label }) => label !== null)).toHaveLength(MARKS_MAX);
    expect(pieces.at(-1)?.text).toMatch(/^(?:a\uFFFD)+$/);
    expect(pieces.length).toBeLessThan(2 * MARKS_MAX + 2);
  });

  it('is all that is not in the pieces as it was', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '\u200B',
      '\u202E',
      'о',
      'я',
      '\u001B',
      '[31m',
      ']0;',
      '\u0007',
      '\uFE0F',
      '❤',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const joined = cutAtMarks(text)
          .map((piece) => piece.text)
          .join('');
        expect(joined).toBe(text.replaceAll('\u001B[31m', ''));
      }),
    );
  });

  it.each([
    ['letters that look like others', '\u043E'.repeat(200_000)],
    ['tags', '\u{E0041}'.repeat(100_000)],
    ['flags that do not end', '\u{1F3F4}\u{E0041}'.repeat(50_000)],
    ['marks by turns', '\u200B\u200C'.repeat(100_000)],
    ['escapes', '\u001B]'.repeat(100_000)],
    ['colours that do not end', '\u001B[1;'.repeat(50_000)],
    ['one colour that does not end', `\u001B[${'1;'.repeat(100_000)}`],
    ['joiners', '\u200D'.repeat(200_000)],
  ])('is found in time that grows with the text: %s', (_name, bomb) => {
    const startMs = performance.now();
    cutAtMarks(bomb);
    // Milliseconds where it is linear, minutes where it is not.
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});

function tagged(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
}
