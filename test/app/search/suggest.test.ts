import { expect, test } from 'vitest';
import { suggestQueries, wordsOf } from '../../../app/(signed-in)/search/suggest.ts';
import type { OtherBranches } from '../../../server/contract/search.ts';
import { readQuery } from '../../../server/query/plan.ts';

const at = { nowMs: Date.UTC(2026, 10, 30), timeZone: 'UTC' };

function suggested(query: string, others: OtherBranches | null = null): readonly string[] {
  return suggestQueries(readQuery(query, at).interpretation, others).map(({ q }) => q);
}

test('each filter and each word can be dropped, the last word may go on, and other branches are there', () => {
  expect(suggested('deploy "it failed" rollout -test agent:ops')).toEqual([
    'deploy "it failed" rollout -test',
    '"it failed" rollout -test agent:ops',
    'deploy rollout -test agent:ops',
    'deploy "it failed" -test agent:ops',
    'deploy "it failed" rollout* -test agent:ops',
    'deploy "it failed" rollout -test agent:ops in:tools',
    'deploy "it failed" rollout -test agent:ops branch:any',
  ]);
});

test('one word alone is not dropped, nor a branch filter offered twice', () => {
  expect(suggested('deploy')).toEqual(['deploy*', 'deploy in:tools', 'deploy branch:any']);
  expect(suggested('deploy* branch:any')).toEqual(['deploy*', 'deploy* branch:any in:tools']);
  expect(suggested('deploy* in:tools', { matches: 0, isMore: false })).toEqual(['deploy*']);
  expect(suggested('deploy*', { matches: 2, isMore: false })).toEqual(['deploy* in:tools', 'deploy* branch:any']);
});

test('alternatives are left alone', () => {
  expect(suggested('deploy OR rollout')).toEqual(['(deploy OR rollout) in:tools', '(deploy OR rollout) branch:any']);
});

test('words are what must be there: not filters, exclusions or groups', () => {
  expect(wordsOf('deploy "a b" std::vector (x OR y) -z agent:ops')).toEqual(['deploy', '"a b"', 'std::vector']);
});
