import { expect, test } from 'vitest';
import { describeFacets, describeOtherBranches } from '../../../app/(signed-in)/search/describe-facets.ts';
import { facetLines } from '../../../app/(signed-in)/search/facet-lines.ts';
import { namedHref } from '../../../app/(signed-in)/search/named-list.tsx';
import type { FacetsReply } from '../../../server/contract/facets.ts';
import type { Facet } from '../../../server/contract/session.ts';
import { readQuery } from '../../../server/query/plan.ts';

const facet = (name: Facet['name'], ...values: readonly string[]): Facet => ({
  name,
  values: values.map((value, index) => ({ value, count: 9 - index })),
  isCut: false,
});
const at = { nowMs: Date.UTC(2026, 10, 30), timeZone: 'UTC' };

test('each value is a filter that the query language reads back, months with a name', () => {
  const lines = facetLines([
    facet('agent', 'ops', 'my agent'),
    facet('kind', 'main', 'cron'),
    facet('project', '/srv/größe (old)', '(x)'),
    facet('role', 'user', 'assistant'),
    facet('month', '2026-11', '2026-01'),
  ]);
  expect(lines.map(({ title }) => title)).toEqual(['Agent', 'Kind', 'Project', 'Written by', 'Month']);
  expect(lines.at(-1)?.values).toEqual([
    { label: 'Nov 2026', filter: 'on:2026-11', count: 9 },
    { label: 'Jan 2026', filter: 'on:2026-01', count: 8 },
  ]);
  for (const { filter } of lines.flatMap(({ values }) => values))
    expect(readQuery(`deploy ${filter}`, at).tree.filters).toHaveLength(1);
});

test('a value that all matches have tells nothing apart, and one that no filter can say is left out', () => {
  expect(facetLines([facet('agent', 'ops'), facet('project')])).toEqual([]);
  expect(facetLines([facet('project', 'a "b"', 'plain')])[0]?.values.map(({ label }) => label)).toEqual(['plain']);
});

test('a path is named by its last two folders, and filters by all of it', () => {
  const [line] = facetLines([facet('project', '/srv/ann/code/shop', '/srv/shop', 'C:/a/b/c', 'shop')]);
  expect(line?.values.map(({ label }) => label)).toEqual(['…/code/shop', '/srv/shop', 'C:/a/b/c', 'shop']);
  expect(line?.values[0]?.filter).toBe('project:/srv/ann/code/shop');
});

test('what was counted is said, and when it is not all', () => {
  const reply: FacetsReply = {
    ...{ of: 'matches', facets: [], counted: 1200, partial: false, match: 'all', otherBranches: null },
  };
  expect(describeFacets(reply, 2)).toBe('1,200 matching messages in all.');
  expect(describeFacets(reply, 0)).toBe('1,200 matching messages in all. Nothing tells them apart.');
  expect(describeFacets({ ...reply, partial: true }, 2)).toBe('Counted among 1,200 matches; there are more.');
  expect(describeFacets({ ...reply, counted: 1, match: 'some' }, 1)).toBe(
    '1 matching message holding some of the words.',
  );
  expect(describeFacets({ ...reply, counted: 0 }, 0)).toBe('');
});

test('matches on other branches are told with their number, or with how far they were counted', () => {
  expect(describeOtherBranches(null, 'all', 3)).toBeNull();
  expect(describeOtherBranches({ matches: 0, isMore: false }, 'all', 3)).toBeNull();
  expect(describeOtherBranches({ matches: 3, isMore: false }, 'all', 3)).toBe('3 more on other branches');
  expect(describeOtherBranches({ matches: 3, isMore: false }, 'all', 0)).toBe('3 on other branches');
  expect(describeOtherBranches({ matches: 1000, isMore: true }, 'all', 1)).toBe('1,000+ more on other branches');
  expect(describeOtherBranches({ matches: 2, isMore: false }, 'some', 9)).toBe('2 with all words on other branches');
});

test('what an id names is opened where it stands', () => {
  const session = { sessionId: 'ab 1', sessionKey: 'k', title: null, agentId: 'main', messageId: null, timestamp: 1 };
  expect(namedHref(session)).toBe('/sessions/ab%201');
  expect(namedHref({ ...session, messageId: 'm&1' })).toBe('/sessions/ab%201?at=m%261');
  expect(namedHref({ ...session, messageId: 'm1', branch: 'leaf' })).toBe('/sessions/ab%201?at=m1&branch=leaf');
});
