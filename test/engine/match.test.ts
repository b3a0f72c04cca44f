import { describe, expect, it } from 'vitest';
import type { TextNode } from '../../server/contract/query.ts';
import { compileMatch } from '../../server/engine/sqlite/match.ts';
import { SPEAKERS } from '../../server/engine/sqlite/scope-terms.ts';

const phrase = (...terms: readonly string[]): TextNode => ({ type: 'phrase', terms, isPrefix: false });
const compile = (text: TextNode | null, narrowing: readonly (readonly string[])[] = []): string =>
  compileMatch({ text, who: ['\uE000o7'], narrowing, everyone: SPEAKERS });

describe('the MATCH expression', () => {
  it('begins with who may be seen', () => {
    expect(compile(null)).toBe('(scope : ("\uE000o7"))');
    expect(compile(phrase('a'))).toBe('((scope : ("\uE000o7")) AND (terms : "a"))');
  });

  it('narrows by every list of tokens, and to nothing by an empty one', () => {
    expect(compile(null, [['\uE000a1', '\uE000a2']])).toBe(
      '((scope : ("\uE000o7")) AND (scope : ("\uE000a1" OR "\uE000a2")))',
    );
    expect(compile(null, [[]])).toBe('((scope : ("\uE000o7")) AND scope : "\uE000none")');
  });

  it('says once what is visible, and again only where exclusions stand alone', () => {
    const who = '(scope : ("\uE000o7"))';
    const either: TextNode = { type: 'or', nodes: [phrase('a'), { type: 'not', node: phrase('b', 'c') }] };
    expect(compile(either)).toBe(`(${who} AND (((terms : "a") OR (${who} NOT ((terms : "b c"))))))`);
    const both: TextNode = { type: 'and', nodes: [phrase('a'), phrase('d'), { type: 'not', node: phrase('b') }] };
    expect(compile(both)).toBe(`(${who} AND ((terms : "a" AND terms : "d") NOT ((terms : "b"))))`);
    expect(compile({ type: 'not', node: phrase('a') })).toBe(`(${who} AND (${who} NOT ((terms : "a"))))`);
  });

  it('refuses a term that holds what no index term can hold', () => {
    for (const term of [
      'a" OR scope:"',
      'a*',
      '^a',
      '\uE000off"',
      'a:b',
      '(a',
      'a\u0000b',
      'a-b',
      '{a}',
      'a+b',
      'NEAR(a',
    ]) {
      expect(() => compile(phrase(term))).toThrow(TypeError);
    }
  });
});
