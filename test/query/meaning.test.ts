import { describe, expect, it } from 'vitest';
import { QUERY_MAX_LEVELS, type TextNode } from '../../server/contract/query.ts';
import fc from '../support/property.ts';
import { tryRead } from './read.ts';

/** An expression over the words a, b, c and d, which is either read by hand or printed and parsed. */
type Expression =
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'and' | 'or'; readonly left: Expression; readonly right: Expression };

const WORDS = ['a', 'b', 'c', 'd'];
const { expression: EXPRESSION } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...WORDS).map((word): Expression => ({ type: 'word', word })),
    tie('expression').map((of): Expression => ({ type: 'not', of })),
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      left: tie('expression'),
      right: tie('expression'),
    }),
  ),
}));

function print(expression: Expression): string {
  if (expression.type === 'word') return expression.word;
  if (expression.type === 'not') return `-(${print(expression.of)})`;
  return `(${print(expression.left)})${expression.type === 'or' ? ' OR ' : ' '}(${print(expression.right)})`;
}

function holds(expression: Expression, present: ReadonlySet<string>): boolean {
  if (expression.type === 'word') return present.has(expression.word);
  if (expression.type === 'not') return !holds(expression.of, present);
  const [left, right] = [holds(expression.left, present), holds(expression.right, present)];
  return expression.type === 'and' ? left && right : left || right;
}

function planHolds(node: TextNode, present: ReadonlySet<string>): boolean {
  if (node.type === 'phrase') return node.terms.every((term) => present.has(term));
  if (node.type === 'not') return !planHolds(node.node, present);
  return node.type === 'and'
    ? node.nodes.every((each) => planHolds(each, present))
    : node.nodes.some((each) => planHolds(each, present));
}

describe('the plan', { timeout: 30_000 }, () => {
  it('means what the query says, for every set of words that a message may hold', () => {
    const messages = Array.from(
      { length: 2 ** WORDS.length },
      (_, bits) => new Set(WORDS.filter((_word, at) => bits & (2 ** at))),
    );
    let compared = 0;
    const property = fc.property(EXPRESSION, (expression) => {
      const plan = tryRead(print(expression))?.plan.text ?? null;
      if (plan === null) return;
      compared += 1;
      for (const present of messages) expect(planHolds(plan, present)).toBe(holds(expression, present));
    });
    fc.assert(property, { numRuns: 800 });
    expect(compared).toBeGreaterThan(600);
  });

  it('nests no plan deeper than the index can parse', () => {
    const property = fc.property(
      fc.array(fc.constantFrom(' (', ' OR (', ' -(', ' OR -('), { minLength: 1, maxLength: 14 }),
      (joints) => {
        const plan =
          tryRead(joints.reduce((inner, joint, index) => `w${index}${joint}${inner})`, 'core'))?.plan.text ?? null;
        if (plan !== null) expect(levelsOf(plan)).toBeLessThanOrEqual(QUERY_MAX_LEVELS);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

function levelsOf(node: TextNode): number {
  if (node.type === 'phrase') return 0;
  return node.type === 'not' ? levelsOf(node.node) : 1 + Math.max(...node.nodes.map(levelsOf));
}
