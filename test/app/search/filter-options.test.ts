import { expect, test } from 'vitest';
import { filterOptions } from '../../../app/(signed-in)/search/filter-options.ts';
import type { Facet } from '../../../server/contract/session.ts';

const facets: readonly Facet[] = [
  {
    name: 'agent',
    values: [
      { value: 'ops', count: 12 },
      { value: 'main', count: 1 },
    ],
    isCut: false,
  },
  {
    name: 'project',
    values: [
      { value: '/srv/my app', count: 3 },
      { value: 'a "b"', count: 1 },
    ],
    isCut: false,
  },
];

function texts(typed: string): readonly string[] {
  return filterOptions(typed, facets).map(({ text }) => text);
}

test('at first there are the filters’ names, which lead on to their values', () => {
  expect(filterOptions('', facets)[0]).toEqual({
    label: 'agent:',
    detail: 'who worked',
    act: 'narrow',
    text: 'agent:',
  });
  expect(texts('agent:')).toEqual(['agent:ops', 'agent:main']);
  expect(filterOptions('agent:o', facets)[0]).toMatchObject({ text: 'agent:ops', detail: '12 sessions', act: 'add' });
});

test('a value is found without its filter’s name', () => {
  expect(texts('my')).toContain('project:"/srv/my app"');
});

test('a value that is not in the list can be typed', () => {
  expect(texts('agent:new one')).toEqual(['agent:"new one"']);
  expect(texts('after:2026-11')).toEqual(['after:2026-11']);
  expect(texts('-agent:ops')).toEqual(['-agent:ops']);
});

test('a value that cannot be written as a filter is not offered', () => {
  expect(texts('project:')).toEqual(['project:"/srv/my app"']);
});
