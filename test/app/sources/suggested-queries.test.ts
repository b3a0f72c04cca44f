import { expect, test } from 'vitest';
import { suggestedQueries } from '../../../app/(signed-in)/welcome/suggested-queries.ts';
import type { Facet, FacetName } from '../../../server/contract/session.ts';
import { parseQuery } from '../../../server/query/parse.ts';

function facet(name: FacetName, ...values: readonly string[]): Facet {
  return { name, values: values.map((value) => ({ value, count: 1 })), isCut: false };
}

test('each suggested query is read as it is meant, whatever agents and projects are called', () => {
  for (const name of ['ops', 'my agent', '(x)', '-x', 'or', '/srv/größe (old)']) {
    const queries = suggestedQueries([facet('agent', name), facet('project', name), facet('kind', 'main', 'subagent')]);
    const filters = queries.flatMap(({ query }) =>
      parseQuery(query, { lastWordIsPrefix: false }).tree.filters.map((each) => [each.name, each.value]),
    );
    expect(filters).toContainEqual(['agent', name]);
    expect(filters).toContainEqual(['project', name]);
    expect(filters).toContainEqual(['kind', 'subagent']);
  }
});

test('a value that no query can name is not suggested', () => {
  for (const name of ['say "hi"', 'a:b', ':y']) {
    const queries = suggestedQueries([facet('agent', name)]).map(({ query }) => query);
    expect(queries.filter((query) => query.startsWith('agent:'))).toEqual([]);
  }
});

test('nothing is suggested that names what is not there', () => {
  expect(suggestedQueries([facet('agent'), facet('kind', 'main')]).map(({ query }) => query)).toEqual([
    'error OR failed',
    'role:user after:30d',
  ]);
});
