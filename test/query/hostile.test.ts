import { describe, expect, it } from 'vitest';
import { FILTER_NAMES, type TextNode } from '../../server/contract/query.ts';
import fc from '../support/property.ts';
import { read, tryRead } from './read.ts';

const ANY_UNICODE = fc.string({ unit: 'binary', maxLength: 60 });
const BROKEN_UTF16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));
const VALUES = fc.constantFrom(
  'ops',
  'main',
  'user',
  '7d',
  '2026-11',
  '2026-11-03T10:00',
  'any',
  'archived',
  '"a b"',
  '“(x)',
  ':y',
  '',
);
const FILTER = fc.tuple(fc.constantFrom(...FILTER_NAMES), VALUES).map(([name, value]) => `${name}:${value}`);
const SIGN = fc.constantFrom(
  '"',
  '”',
  '(',
  ')',
  '-',
  '--',
  'OR',
  'AND',
  'NOT',
  '*',
  ':',
  '::',
  ' ',
  '\u3000',
  '\0',
  '\ud800',
  '\u200b',
  '\ue000',
  '{',
  "'",
  '^',
  'NEAR(',
);
const WORD = fc.constantFrom(
  'a',
  'deploy',
  'foo_bar',
  'C++',
  '.NET',
  'Straße',
  '漢字かな',
  'ไทย',
  '한국',
  'é',
  'e\u0301',
  'x:y',
  'agnet:3',
  '--force',
  '🔥',
);
/** Query-like text: pieces and signs, glued or apart. */
const QUERY = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: WORD }, { weight: 3, arbitrary: SIGN }, FILTER),
      fc.constantFrom('', ' ', ' '),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.map(([piece, gap]) => piece + gap).join(''));
const HOSTILE = fc.oneof({ weight: 3, arbitrary: QUERY }, ANY_UNICODE, BROKEN_UTF16);

function nodesOf(root: TextNode): readonly TextNode[] {
  const found: TextNode[] = [];
  for (const pending = [root]; pending.length > 0; ) {
    const node = pending.pop();
    if (node === undefined) break;
    found.push(node);
    pending.push(...(node.type === 'not' ? [node.node] : node.type === 'phrase' ? [] : node.nodes));
  }
  return found;
}

const isNot = (node: TextNode): boolean => node.type === 'not';

/** What the contract promises about every node of a plan's text. */
function isInNormalForm(node: TextNode): boolean {
  if (node.type === 'phrase') return node.terms.length > 0;
  if (node.type === 'not') return !isNot(node.node);
  const firstNot = node.nodes.findIndex(isNot);
  const exclusions = firstNot < 0 ? [] : node.nodes.slice(firstNot);
  return (
    node.nodes.length > 1 &&
    firstNot !== 0 &&
    exclusions.every(isNot) &&
    node.nodes.every((each) => each.type !== node.type)
  );
}

describe('whatever is typed', { timeout: 30_000 }, () => {
  it('is read, or refused as bad input', () => {
    let readable = 0;
    const property = fc.property(HOSTILE, fc.boolean(), (text, lastWordIsPrefix) => {
      if (tryRead(text, lastWordIsPrefix) !== null) readable += 1;
    });
    fc.assert(property, { numRuns: 1500 });
    expect(readable).toBeGreaterThan(500);
  });

  it('gives a plan in the promised form, whose terms hold nothing that an index could take for a sign', () => {
    const property = fc.property(HOSTILE, fc.boolean(), (text, lastWordIsPrefix) => {
      const query = tryRead(text, lastWordIsPrefix);
      if (query === null || query.plan.text === null) return;
      for (const node of nodesOf(query.plan.text)) {
        expect(isInNormalForm(node)).toBe(true);
        const terms = node.type === 'phrase' ? node.terms : [];
        for (const term of terms) expect(term).toMatch(/^[\p{L}\p{N}\p{M}\uE001-\uF8FF]+$/u);
      }
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('reads the same again from its normal form', () => {
    const property = fc.property(HOSTILE, fc.boolean(), (text, lastWordIsPrefix) => {
      const first = tryRead(text, lastWordIsPrefix);
      if (first === null) return;
      const again = read(first.interpretation.text);
      expect(again.tree).toEqual(first.tree);
      expect(again.plan).toEqual(first.plan);
      expect(again.interpretation).toMatchObject({
        text: first.interpretation.text,
        summary: first.interpretation.summary,
      });
      expect(again.interpretation.notes.filter((note) => !/was read as|Nothing is left/.test(note))).toEqual([]);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('gives notes and summaries of one line each, without control characters, and repeats no word in a note', () => {
    const property = fc.property(HOSTILE, (text) => {
      const query = tryRead(text);
      if (query === null) return;
      for (const line of [query.interpretation.text, query.interpretation.summary, ...query.interpretation.notes]) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }
      const [ignored = ''] = query.interpretation.notes.filter((note) => /^Ignored \d/.test(note));
      expect(ignored.split(' (').slice(1).join('')).not.toMatch(/[\p{Lu}\p{Ll}\p{Nd}]/u);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
