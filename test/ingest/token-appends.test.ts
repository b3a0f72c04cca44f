import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentToken, Person } from '../../server/contract/actor.ts';
import type { AppendInput, AppendReply } from '../../server/contract/append.ts';
import { appendRecords } from '../../server/ingest/append-records.ts';
import { ingestScope } from '../../server/visibility/scope.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { ownSessionId, testToken, tokenReader } from '../support/tokens.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';

describe('a token that appends', () => {
  let store: TestStore;
  let ann: Person;
  let bound: Partial<AgentToken>;
  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org');
    await byAnn({ key: 'agent:main:own', nativeId: 'own-1' }, 'mine');
    await byAnn({ key: 'agent:main:hidden', nativeId: 'hidden-1' }, 'hidden');
    bound = { sessionId: await ownSessionId(store.engine, ann, 'agent:main:own'), canWrite: true };
  });
  afterEach(() => store.close());

  const entry = (id: string) => [{ id, role: 'user' as const, text: `heron ${id}` }];
  const byAnn = (session: AppendInput['session'], id: string): Promise<AppendReply> =>
    appendRecords(writer(store.engine, ann), { session, entries: entry(id) });
  const byToken = (token: Partial<AgentToken>, session: AppendInput['session'], id = 'new'): Promise<AppendReply> => {
    const scope = ingestScope(store.engine, { type: 'token', person: ann, token: testToken({ ...bound, ...token }) });
    return appendRecords(scope, { session, entries: entry(id) });
  };
  const seenBy = async (token: Partial<AgentToken>): Promise<readonly string[]> => {
    const { engine, reach } = tokenReader(store.engine, ann, { ...bound, ...token });
    const keys = ['own', 'hidden', 'child', 'lost', 'stray'].map((name) => `agent:main:${name}`);
    const found = await Promise.all(keys.map((key) => engine.findSessions(reach, key)));
    return found.flat().map(({ sessionKey }) => sessionKey);
  };

  it('does not reach another session by its native id', async () => {
    for (const visibility of ['self', 'tree'] as const)
      for (const session of [
        { key: 'agent:main:own', nativeId: 'hidden-1' },
        { key: 'agent:main:own', nativeId: 'hidden-1', parentKey: 'agent:main:own' },
      ]) {
        await expect(byToken({ visibility }, session)).rejects.toMatchObject({ kind: 'forbidden' });
        // Neither is it confirmed that an entry is stored there.
        await expect(byToken({ visibility }, session, 'hidden')).rejects.toMatchObject({ kind: 'forbidden' });
      }
    expect(await seenBy({ visibility: 'tree' })).toEqual(['agent:main:own']);
  });

  it('neither takes in nor lies under what it does not see', async () => {
    const visibility = 'tree';
    await byToken({ visibility }, { key: 'agent:main:child', parentKey: 'agent:main:own' });
    await expect(
      byToken({ visibility }, { key: 'agent:main:own', parentKey: 'agent:main:hidden' }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await byAnn({ key: 'agent:main:stray', parentKey: 'agent:main:lost' }, 'stray');
    await byToken({ visibility }, { key: 'agent:main:lost', parentKey: 'agent:main:own' }).catch(() => undefined);
    expect(await seenBy({ visibility })).not.toContain('agent:main:stray');
  });

  it('goes on by key and native id in what it sees, and begins what it would see', async () => {
    const spawned = { key: 'agent:helper:child', nativeId: 'child-1', parentKey: 'agent:main:own' };
    expect(await byToken({ visibility: 'tree' }, spawned)).toMatchObject({
      sessionKey: 'agent:helper:child',
      added: 1,
    });
    expect(await byToken({ visibility: 'tree' }, spawned, 'b')).toMatchObject({ added: 1, leaf: 'b' });
    expect(await byToken({ visibility: 'self' }, { key: 'agent:main:own', nativeId: 'own-2' })).toMatchObject({
      added: 1,
    });
    // A child may come before its parent.
    for (const visibility of ['agent', 'all'] as const)
      expect(
        await byToken({ visibility }, { key: `agent:main:${visibility}`, parentKey: 'agent:main:later' }),
      ).toMatchObject({
        added: 1,
      });
  });

  it('is refused, in the same words, what it would not see', async () => {
    const refused: readonly (readonly [Partial<AgentToken>, AppendInput['session']])[] = [
      [{ visibility: 'self' }, { key: 'agent:main:child', parentKey: 'agent:main:own' }],
      [{ visibility: 'self' }, { key: 'agent:main:hidden' }],
      [{ visibility: 'tree' }, { key: 'agent:main:child' }],
      [{ visibility: 'tree' }, { key: 'agent:main:child', parentKey: 'agent:main:hidden' }],
      [{ visibility: 'tree' }, { key: 'agent:main:child', parentKey: 'agent:main:nobody' }],
      [{ visibility: 'agent' }, { key: 'agent:other:child' }],
      [
        { visibility: 'all', agentIds: ['other'] },
        { key: 'agent:main:hidden', nativeId: 'hidden-1' },
      ],
      [{ visibility: 'all', agentIds: [] }, { key: 'agent:other:child' }],
      [{ visibility: 'all' }, { key: 'agent:main:dashboard:incognito-1' }],
    ];
    const words = new Set<string>();
    for (const [token, session] of refused)
      await byToken(token, session).then(
        () => words.add(JSON.stringify(session)),
        (cause: Error) => words.add(cause.message),
      );
    expect([...words]).toEqual([expect.stringContaining('cannot write to this session')]);
    for (const key of ['hidden', 'nobody'])
      await expect(
        byToken({ visibility: 'self' }, { key: 'agent:main:own', parentKey: `agent:main:${key}` }),
      ).rejects.toMatchObject({ message: expect.stringContaining('parentKey') as string });
  });

  it('leaves a session below the parent that it has', async () => {
    const visibility = 'tree';
    await byToken({ visibility }, { key: 'agent:main:child', parentKey: 'agent:main:own' });
    const child = { visibility, sessionId: await ownSessionId(store.engine, ann, 'agent:main:child') } as const;
    await byToken(child, { key: 'agent:main:deeper', parentKey: 'agent:main:child' });
    // Under its own child it would be in a circle, and in nobody's tree.
    await byToken(child, { key: 'agent:main:child', parentKey: 'agent:main:deeper' }, 'again');
    expect(await seenBy({ visibility })).toEqual(['agent:main:own', 'agent:main:child']);
  });

  it('does not make its session the main one, from which all of the agent is seen', async () => {
    const made = await byAnn({ key: 'agent:main:made', nativeId: 'made' }, 'made');
    const sessionId = await ownSessionId(store.engine, ann, made.sessionKey);
    for (const visibility of ['self', 'tree'] as const)
      await expect(
        byToken({ visibility, sessionId }, { key: 'agent:main:main', nativeId: 'made' }),
      ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await seenBy({ visibility: 'tree', sessionId })).toEqual([]);
    // One that sees all of the agent anyway may give it the key.
    const named = await byToken({ visibility: 'agent' }, { key: 'agent:main:main', nativeId: 'made' });
    expect(named).toMatchObject({ sessionId: made.sessionId, sessionKey: 'agent:main:main' });
  });
});
