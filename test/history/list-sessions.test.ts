import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionListInput } from '../../server/contract/session.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

const HOUR_MS = 3_600_000;
const said = (hoursAgo: number): TestTranscript['entries'] => [
  { id: 'a', text: 'word', timeMs: NOW_MS - hoursAgo * HOUR_MS },
];

describe('the list of sessions', () => {
  let store: TestStore;
  let read: ReadScope;
  const keys = async (input: SessionListInput = {}): Promise<readonly string[]> =>
    (await listSessions(read, input)).sessions.map((session) => session.sessionKey.replace('agent:main:', ''));

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    const write = writer(store.engine, ann);
    const sessions: readonly TestTranscript[] = [
      { nativeId: 'oldest', entries: said(9), title: 'Straße 50%' },
      { nativeId: 'newest', entries: said(1), kind: 'cron', agentId: 'ops' },
      { nativeId: 'middle', entries: said(5), title: 'Ladder_work', project: '/srv/x', model: 'm-1' },
      { nativeId: 'same-b', entries: said(3) },
      { nativeId: 'same-a', entries: said(3) },
      { nativeId: 'silent', entries: [{ id: 'h', kind: 'header', role: null, timeMs: NOW_MS }] },
    ];
    for (const session of sessions) await saveTestTranscript(write, session);
    withDatabase(store.file, (client) =>
      client.exec(`UPDATE session SET archived_at_ms = 1 WHERE session_key = 'agent:main:middle'`),
    );
  });
  afterAll(() => store.close());

  const all = ['newest', 'same-a', 'same-b', 'middle', 'oldest', 'silent'];

  it('begins with the newest message; what holds none comes last', async () => {
    expect(await keys()).toEqual(all);
  });

  it('says of each session what it is, and not its row number', async () => {
    const [middle] = (await listSessions(read, { search: 'Ladder' })).sessions;
    expect(middle).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      sessionKey: 'agent:main:middle',
      agentId: 'main',
      kind: 'other',
      format: 'openclaw',
      ownerEmail: 'ann@example.org',
      title: 'Ladder_work',
      label: null,
      project: '/srv/x',
      model: 'm-1',
      parentSessionId: null,
      messages: 1,
      entries: 1,
      firstTimeMs: NOW_MS - 5 * HOUR_MS,
      lastTimeMs: NOW_MS - 5 * HOUR_MS,
      isArchived: true,
      isIncognito: false,
      children: 0,
    });
  });

  it('comes page by page, each session once', async () => {
    for (const limit of [1, 2, 4]) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listSessions>> = await listSessions(read, {
          limit,
          ...(cursor === null ? {} : { cursor }),
        });
        found.push(...page.sessions.map((session) => session.sessionKey.replace('agent:main:', '')));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(all);
    }
  });

  it('is narrowed by kind, agent, archive, and part of title or key', async () => {
    expect(await keys({ kinds: ['cron'] })).toEqual(['newest']);
    expect(await keys({ kinds: [] })).toEqual([]);
    expect(await keys({ agentId: 'ops' })).toEqual(['newest']);
    expect(await keys({ archived: true })).toEqual(['middle']);
    expect(await keys({ archived: false })).toEqual(all.filter((key) => key !== 'middle'));
    expect(await keys({ search: 'SAME' })).toEqual(['same-a', 'same-b']);
    expect(await keys({ search: '%' })).toEqual(['oldest']);
    expect(await keys({ search: '_' })).toEqual(['middle']);
    expect(await keys({ search: "' OR 1=1 --" })).toEqual([]);
    expect(await keys({ search: '' })).toEqual(all);
  });

  it('is narrowed to what was said since a moment, that moment included', async () => {
    expect(await keys({ activeSinceMs: NOW_MS - 3 * HOUR_MS })).toEqual(['newest', 'same-a', 'same-b']);
    expect(await keys({ activeSinceMs: NOW_MS - 3 * HOUR_MS + 1 })).toEqual(['newest']);
    expect(await keys({ activeSinceMs: 0 })).toEqual(all.filter((key) => key !== 'silent'));
  });

  it('refuses cursors and inputs that are none', async () => {
    for (const cursor of [
      '',
      'x',
      'bnVsbA',
      Buffer.from('["a",1,2]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      await expect(listSessions(read, { cursor })).rejects.toMatchObject({ kind: 'bad-input' });
    }
    for (const input of [
      { limit: 0 },
      { limit: 201 },
      { limit: 1.5 },
      { kinds: ['x'] },
      { owner: 'bob' },
      { archived: 'yes' },
    ]) {
      await expect(listSessions(read, input as SessionListInput)).rejects.toThrow();
    }
  });
});
