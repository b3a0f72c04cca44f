import { expect, test } from 'vitest';
import { describeCount } from '../../../app/(signed-in)/search/describe-count.ts';
import type { Hit, SearchReply } from '../../../server/contract/search.ts';

function hits(...matches: readonly (number | undefined)[]): readonly Hit[] {
  return matches.map((matchesInSession) => ({
    ...{ sessionKey: 'k', sessionId: 's', messageId: 'm', timestamp: 0, role: 'user', snippet: '', highlights: [] },
    ...{ score: 1, title: null, agentId: 'main', kind: 'main' },
    ...(matchesInSession === undefined ? {} : { matchesInSession }),
  }));
}

function reply(ranked: string, nextCursor: string | null): SearchReply {
  const interpreted = { text: '', summary: '', notes: [], match: 'all' as const, filters: [], missing: [], named: [] };
  const scope = { mode: 'everything', description: 'All sessions' };
  return {
    results: [],
    indexing: false,
    pending: 0,
    truncated: nextCursor !== null,
    ranked,
    scope,
    interpreted,
    otherBranches: null,
    nextCursor,
  };
}

test('a total is said only when everything is there', () => {
  expect(describeCount(hits(3, 1), reply('all', null), 'session')).toBe('2 sessions, 4 matching messages');
  expect(describeCount(hits(3, 1), reply('all', 'more'), 'session')).toBe('2 sessions so far');
  expect(describeCount(hits(undefined), reply('none', null), 'session')).toBe('1 session');
  expect(describeCount(hits(undefined), reply('all', null), 'message')).toBe('1 message');
  expect(describeCount([], reply('all', null), 'session')).toBe('0 sessions');
});

test('it says in how many of the newest it looked, when there were more', () => {
  expect(describeCount(hits(3), reply('newest-5000', null), 'session')).toBe('1 session in the newest 5,000 matches');
  expect(describeCount(hits(3), reply('newest-812', 'more'), 'message')).toBe(
    '1 message so far in the newest 812 matches',
  );
});
