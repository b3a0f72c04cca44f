import { describe, expect, it } from 'vitest';
import { read, shapeOf, tryRead } from './read.ts';

describe('attacks on the syntax', () => {
  it.each(['"', "'", '(', ')', '{', ':', '*', '-', 'OR', '""', '()', '-(', '"*', '(-"', '::', '^', '+', '\\'])(
    'a lone %j is read',
    (sign) => {
      expect(read(sign).plan.text).toBeNull();
      expect(shapeOf(`deploy ${sign}`)).toBe('deploy');
    },
  );

  it.each([
    ['nosuch:x', '"nosuch x"'],
    ['alpha-beta', '"alpha beta"'],
    ['NEAR(a b, 999999999999)', '(and near a b 999999999999)'],
    ['NEAR(', 'near'],
    ['AND', 'and'],
    ['a NOT', '(and a not)'],
    ['terms:a OR scope:b', '(or "terms a" "scope b")'],
    ['a" OR scope:"b', '(and a "or scope" b)'],
    ['a\0b', '(and a b)'],
    ['a\ud800', 'a'],
    ['\u200b\ufeff\u2060', 'nothing'],
    ['\ue000owner1', 'owner1'],
  ])('%j is words: %s', (text, expected) => {
    expect(shapeOf(text)).toBe(expected);
  });

  it('refuses a query of 10 MB at once', () => {
    expect(isReadWithin(50, 'a '.repeat(5_000_000))).toBe(true);
  });

  it.each([
    '(',
    ')',
    '"',
    '“a',
    '*',
    ':',
    '-',
    '--',
    '-(',
    '() ',
    'OR ',
    '& ',
    'a',
    'a:',
    'agent:',
    'agent:x:',
    '::',
    '\u0301',
    '漢',
    'ไ',
    ' ',
    '\0',
    '\ud800',
    '𝒳',
    'a-',
    'a*b',
    '"" ',
    'on:7d ',
    '9',
    '\ue000',
    'ﷺ',
    '>= ',
  ])('reads or refuses 4,096 characters of %j in under 50 ms', (unit) => {
    const text = unit.repeat(4096).slice(0, 4096);
    expect(isReadWithin(50, text)).toBe(true);
  });

  it('reads the longest legal query in under 50 ms', () => {
    const text = Array.from({ length: 31 }, (_, index) => `w${index}${'-x'.repeat(60)}`).join(' ');
    expect(tryRead(text)).not.toBeNull();
    expect(isReadWithin(50, text)).toBe(true);
  });
});

/** Milliseconds of processor time, in the best of five: a first run compiles, and the machine may be busy. */
function isReadWithin(limitMs: number, text: string): boolean {
  return [1, 2, 3, 4, 5].some(() => {
    const before = process.cpuUsage();
    tryRead(text, true);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 < limitMs;
  });
}
