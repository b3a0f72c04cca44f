import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionListInput } from '../../server/contract/session.ts';
import { listFacets } from '../../server/history/list-facets.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

const said = (hoursAgo: number): TestTranscript['entries'] => [
  { id: 'a', text: 'word', timeMs: NOW_MS - hoursAgo * 3_600_000 },
];

describe('spawned sessions', () => {
  let store: TestStore;
  let own: ReadScope;
  let operators: ReadScope;
  const list = async (scope: ReadScope, input: SessionListInput = {}): Promise<readonly string[]> =>
    (await listSessions(scope, input)).sessions.map(
      (session) => `${session.sessionKey.replace('agent:main:', '')} ${session.children}`,
    );

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const bob = await addTestPerson(store.engine, 'bob@example.org', 'operator');
    own = reader(store.engine, ann);
    operators = reader(store.engine, bob);
    const write = writer(store.engine, ann);
    const sessions: readonly TestTranscript[] = [
      { nativeId: 'top', entries: said(1), project: '/srv/x', model: 'm-1' },
      { nativeId: 'child', entries: said(2), parentKey: 'agent:main:top', kind: 'subagent', project: '/srv/x' },
      { nativeId: 'hidden', entries: said(3), parentKey: 'agent:main:top', kind: 'subagent', agentId: 'main' },
      { nativeId: 'below', entries: said(4), parentKey: 'agent:main:hidden', kind: 'subagent' },
    ];
    for (const session of sessions) await saveTestTranscript(write, session);
    withDatabase(store.file, (client) =>
      client.exec(`UPDATE session SET is_incognito = 1 WHERE session_key = 'agent:main:hidden'`),
    );
  });
  afterAll(() => store.close());

  it('are counted under what spawned them, and listed there', async () => {
    expect(await list(own)).toEqual(['top 2', 'child 0', 'hidden 1', 'below 0']);
    expect(await list(own, { parent: 'none' })).toEqual(['top 2']);
    expect(await list(own, { parent: 'agent:main:top' })).toEqual(['child 0', 'hidden 1']);
  });

  it('do not show to those who may not see them, and what they spawned stands by itself then', async () => {
    expect(await list(operators, { parent: 'none' })).toEqual(['top 1', 'below 0']);
    expect(await list(operators, { parent: 'agent:main:top' })).toEqual(['child 0']);
    await expect(list(operators, { parent: 'agent:main:hidden' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(list(operators, { parent: 'agent:main:never' })).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('can be narrowed by format, project, label and person', async () => {
    expect(await list(own, { project: '/srv/x' })).toEqual(['top 2', 'child 0']);
    expect(await list(own, { format: 'claude-code' })).toEqual([]);
    expect(await list(own, { label: 'none of them' })).toEqual([]);
    expect(await list(operators, { person: 'ann@example.org', kinds: ['subagent'] })).toEqual(['child 0', 'below 0']);
    expect(await list(operators, { person: 'bob@example.org' })).toEqual([]);
  });

  it('are counted in what one can filter by, each within the own scope', async () => {
    const count = async (scope: ReadScope, name: string): Promise<unknown> =>
      (await listFacets(scope, {}, { nowMs: NOW_MS, signal: null })).facets.find((facet) => facet.name === name);
    expect(await count(own, 'kind')).toEqual({
      name: 'kind',
      values: [
        { value: 'subagent', count: 3 },
        { value: 'other', count: 1 },
      ],
      isCut: false,
    });
    expect(await count(operators, 'kind')).toMatchObject({
      values: [
        { value: 'subagent', count: 2 },
        { value: 'other', count: 1 },
      ],
    });
    expect(await count(own, 'project')).toEqual({
      name: 'project',
      values: [{ value: '/srv/x', count: 2 }],
      isCut: false,
    });
    expect(await count(own, 'model')).toMatchObject({ values: [{ value: 'm-1', count: 1 }] });
    expect(await count(own, 'label')).toMatchObject({ values: [] });
  });
});
