import { expect, test } from 'vitest';
import { addFilter, filterText } from '../../../app/(signed-in)/search/add-filter.ts';
import { AppError } from '../../../server/errors.ts';
import { readQuery } from '../../../server/query/plan.ts';
import fc from '../../support/property.ts';

const at = { nowMs: Date.UTC(2026, 10, 30), timeZone: 'UTC' };

test.each([
  ['', 'agent:ops'],
  ['deploy', 'deploy agent:ops'],
  ['  deploy  ', 'deploy agent:ops'],
  ['deploy OR rollout', '(deploy OR rollout) agent:ops'],
  ['(deploy OR rollout)', '(deploy OR rollout) agent:ops'],
  ['"deploy OR rollout"', '"deploy OR rollout" agent:ops'],
  ['"deploy failed', '"deploy failed" agent:ops'],
  ['(deploy "it failed', '(deploy "it failed") agent:ops'],
  ['“deploy failed', '“deploy failed" agent:ops'],
])('%j with a filter is %j', (query, expected) => {
  expect(addFilter(query, 'agent:ops')).toBe(expected);
});

test('whatever was typed, the filter is read as one and the words stay what they were', () => {
  const pieces = fc.constantFrom('deploy', 'OR', '(', ')', '"', '-', '*', '”', 'a-b', '-x', ' ');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const query = parts.join(' ');
      const before = readOrNull(query);
      if (before === null) return;
      const { tree } = readQuery(addFilter(query, 'agent:ops'), at);
      expect(tree.filters).toMatchObject([{ name: 'agent', value: 'ops', isNegated: false }]);
      expect(tree.text).toEqual(before.tree.text);
    }),
    { numRuns: 2000 },
  );
});

function readOrNull(query: string): ReturnType<typeof readQuery> | null {
  try {
    return readQuery(query, at);
  } catch (problem) {
    if (problem instanceof AppError) return null;
    throw problem;
  }
}

test('a value is quoted where it must be, and left out where no quotes can hold it', () => {
  expect(filterText('agent', 'ops')).toBe('agent:ops');
  expect(filterText('project', 'my app')).toBe('project:"my app"');
  expect(filterText('label', '(old)')).toBe('label:"(old)"');
  expect(filterText('label', ':x')).toBe('label:":x"');
  expect(filterText('label', 'say "hi"')).toBeNull();
  expect(filterText('label', '  ')).toBeNull();
});
