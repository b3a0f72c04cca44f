import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFacets } from '../../../app/(signed-in)/search/search-facets.tsx';
import type { Facets } from '../../../app/(signed-in)/search/use-facets.ts';
import type { FacetsReply } from '../../../server/contract/facets.ts';

const reply: FacetsReply = {
  of: 'matches',
  facets: [
    {
      name: 'agent',
      values: Array.from({ length: 8 }, (_, index) => ({ value: `agent-${index}`, count: 1000 - index })),
      isCut: false,
    },
    { name: 'kind', values: [{ value: 'main', count: 7972 }], isCut: false },
  ],
  counted: 7972,
  partial: false,
  match: 'all',
  otherBranches: null,
};

function html(facets: Partial<Facets>): string {
  const all: Facets = { reply: null, isCurrent: false, problem: null, retry: () => undefined, ...facets };
  return renderToStaticMarkup(createElement(SearchFacets, { facets: all, onAdd: () => undefined }));
}

test('while they are counted there is a shape of their size, which is said to be busy and read by nobody', () => {
  const loading = html({});
  expect(loading).toContain('aria-busy="true"');
  expect(loading).toMatch(/<div aria-hidden="true"><p class="skeleton/);
  expect(loading).not.toContain('<fieldset');
});

test('each line is a group with a name, each value a button with its count and its filter', () => {
  const counted = html({ reply, isCurrent: true });
  expect(counted).toContain('aria-busy="false"');
  expect(counted).toContain('<legend>Agent</legend>');
  expect(counted).toMatch(/<button type="button" class="quiet facet-value" title="agent:agent-0">/);
  expect(counted.match(/facet-value/g)).toHaveLength(6);
  expect(counted).toMatch(/aria-expanded="false">2 more<span class="visually-hidden"> of agent<\/span>/);
  expect(counted).not.toContain('Kind');
  expect(counted).toContain('7,972 matching messages in all.');
});

test('old counts stay while new ones come, quieter', () => {
  expect(html({ reply, isCurrent: false })).toMatch(/data-waiting="true".*agent-0/s);
});

test('a problem is told in the server’s own sentence, with a way to try again, beside nothing that looks like counts', () => {
  const failed = html({ problem: 'The search took longer than 2 s and was stopped.' });
  expect(failed).toMatch(/role="alert">The search took longer than 2 s and was stopped\.<button/);
  expect(failed).not.toMatch(/skeleton|fieldset/);
});

test('counts of a part say so', () => {
  expect(html({ reply: { ...reply, partial: true }, isCurrent: true })).toContain(
    'Counted among 7,972 matches; there are more.',
  );
});
