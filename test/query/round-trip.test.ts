import { describe, expect, it } from 'vitest';
import { FILTER_NAMES, type FilterName, QUERY_MAX_PREFIXES } from '../../server/contract/query.ts';
import { FORMATS, SESSION_KINDS } from '../../server/contract/transcript.ts';
import fc from '../support/property.ts';
import { read } from './read.ts';

const DATES = ['2026-11-03', '2026-11', '2026', 'today', 'yesterday', '7d', '2w', '3m', '1y'];
const MOMENTS = ['24h', '2026-11-03T14:30', '2026-11-03T14:30:05Z', '2026-11-03T14:30+02:00'];
const NAMES = ['ops', 'my agent', '(x)', '-x', 'OR', '/srv/größe (old)', 'a:b', ':y', '東京', 'C++', 'a*'];
/** `has:` and `in:` have one value each, and whether it is taken is not this test's matter. */
const VALUES: Readonly<Record<Exclude<FilterName, 'has' | 'in'>, readonly string[]>> = {
  agent: NAMES,
  session: ['agent:main:main', '0123456789abcdef01234567', 'my session'],
  kind: SESSION_KINDS,
  role: ['user', 'assistant', 'USER'],
  project: NAMES,
  model: NAMES,
  source: FORMATS,
  person: ['ann@example.org', 'BOB@example.org'],
  label: NAMES,
  title: NAMES,
  before: [...DATES, ...MOMENTS],
  after: [...DATES, ...MOMENTS],
  on: DATES,
  branch: ['any'],
  is: ['archived'],
};
const TAKEN = FILTER_NAMES.filter((name): name is keyof typeof VALUES => name !== 'has' && name !== 'in');

const filters = fc.constantFrom(...TAKEN).chain((name) =>
  fc.tuple(fc.constantFrom(...VALUES[name]), fc.boolean(), fc.boolean()).map(([value, isNegated, isQuoted]) => {
    const sign = isNegated && name !== 'branch' ? '-' : '';
    return `${sign}${name}:${isQuoted || /[\s()]|^:/.test(value) ? `"${value}"` : value}`;
  }),
);
const leaves = fc.constantFrom(
  ...[
    'deploy',
    'C++',
    '.NET',
    '#1234',
    'C#',
    'foo_bar',
    'std::vector',
    '--force',
    'x:y',
    'OR2',
    '漢字かな',
    'ไทย',
    'e\u0301',
  ],
  ...['"exit code 1"', '"OR"', '"a:b (c)"', '"-x"', 'dep*', '"no such"*', '-deploy', '-"a b"', '-dep*'],
);
const { group: groups } = fc.letrec<{ group: string }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaves,
    fc
      .tuple(fc.boolean(), fc.array(tie('group'), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([isNegated, members, isOr]) => `${isNegated ? '-' : ''}(${members.join(isOr ? ' OR ' : ' ')})`),
  ),
}));
const queries = fc
  .tuple(fc.array(groups, { maxLength: 4 }), fc.array(filters, { maxLength: 6 }))
  .map((parts) => parts.flat().join(' '))
  .filter((text) => (text.match(/\*/g) ?? []).length <= QUERY_MAX_PREFIXES && text.length < 2000);

describe('a query with groups and all filters', { timeout: 30_000 }, () => {
  it('has a normal form that reads the same: tree, plan, and what is said of it', () => {
    const seen = new Set<string>();
    const property = fc.property(queries, (text) => {
      const first = readOrNull(text);
      if (first === null) return;
      for (const { name } of first.tree.filters) seen.add(name);
      const again = read(first.interpretation.text);
      expect(again.tree).toEqual(first.tree);
      expect(again.plan).toEqual(first.plan);
      expect(again.interpretation.text).toBe(first.interpretation.text);
      expect(again.interpretation.summary).toBe(first.interpretation.summary);
    });
    fc.assert(property, { numRuns: 1500 });
    expect([...seen].toSorted()).toEqual(TAKEN.toSorted());
  });

  it('is left, without one filter, with all others and the same words', () => {
    const property = fc.property(queries, (text) => {
      const first = readOrNull(text);
      if (first === null) return;
      first.interpretation.filters.forEach(({ without, text: dropped }, index) => {
        const rest = read(without).tree;
        expect(rest.text).toEqual(first.tree.text);
        expect(rest.filters).toEqual(first.tree.filters.filter((_, at) => at !== index));
        expect(read(dropped).tree.filters).toEqual(first.tree.filters.slice(index, index + 1));
      });
    });
    fc.assert(property, { numRuns: 500 });
  });
});

/** Null where the query goes over a bound; nothing else of these is refused. */
function readOrNull(text: string): ReturnType<typeof read> | null {
  try {
    return read(text);
  } catch (problem) {
    expect(String(problem)).toMatch(/may hold at most|groups deep/);
    return null;
  }
}
