import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonBytes } from '../../server/mcp/json-bytes.ts';
import { NOW_MS } from '../support/test-store.ts';
import type { Reply } from './mcp-house.ts';
import { HOUR_MS, LABEL, ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await ToolWorld.open();
});
afterAll(() => world.house.close());

describe('sessions_list', () => {
  const list = (args: object = {}): Promise<Reply> => world.ask('sessions_list', args);
  const keys = async (args?: object): Promise<readonly string[]> =>
    (await list(args)).sessions.map(({ sessionKey }) => sessionKey.replace('agent:main:', ''));

  it('gives the sessions of the scope, the one with the newest message first, without archived ones', async () => {
    expect(await keys()).toEqual(['long', 'many', 'main']);
    const reply = await list({ search: 'lights' });
    expect(reply.sessions).toEqual([
      {
        sessionId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        ...{ sessionKey: 'agent:main:main', agentId: 'main', kind: 'main', label: null, project: null },
        title: `Lights ${LABEL}`,
        ...{ ownerEmail: 'ann@example.org', parentSessionId: null, children: 0, isArchived: false, messageCount: 3 },
        firstMessageAt: NOW_MS - 9 * HOUR_MS,
        lastMessageAt: NOW_MS - 6 * HOUR_MS,
      },
    ]);
    expect(reply).toMatchObject({ nextCursor: null, truncated: false, bytes: jsonBytes(reply) });
  });

  it('is narrowed by kinds, agent, activity, title, key and archive', async () => {
    expect(await keys({ kinds: ['cron'] })).toEqual(['many']);
    expect(await keys({ kinds: ['cron', 'main'] })).toEqual(['many', 'main']);
    expect(await keys({ agentId: 'ops' })).toEqual(['long', 'many']);
    expect(await keys({ search: 'LENGTHS' })).toEqual(['long']);
    expect(await keys({ search: 'main:many' })).toEqual(['many']);
    expect(await keys({ archived: true })).toEqual(['tools']);
    expect(await keys({ archived: false })).toEqual(['long', 'many', 'main']);
    expect(await keys({ archived: 'all' })).toEqual(['tools', 'long', 'many', 'main']);
    const sinceNow = (hours: number): number => hours * 60 + (world.house.clock + 10_000 - NOW_MS) / 60_000;
    expect(await keys({ activeMinutes: sinceNow(6) })).toEqual(['long', 'many', 'main']);
    expect(await keys({ activeMinutes: sinceNow(5) })).toEqual(['long', 'many']);
    expect(await keys({ activeMinutes: 1 })).toEqual([]);
  });

  it('comes page by page', async () => {
    const first = await list({ limit: 2 });
    expect(first.sessions).toHaveLength(2);
    expect(await keys({ limit: 2, cursor: first.nextCursor })).toEqual(['main']);
    expect(await world.refused('sessions_list', { cursor: 'nonsense' })).toMatchObject({ status: 'error' });
  });

  it('adds the last messages of each session, oldest first, cut after 1,000 characters', async () => {
    const reply = await list({ messageLimit: 2, search: 'main' });
    expect(reply.sessions.map(({ messages }) => messages?.map(({ messageId }) => messageId))).toEqual([
      ['pair', 'mask'],
      ['m999', 'm1000'],
      ['r', 's'],
    ]);
    expect(reply.sessions[0]?.messages?.[0]?.text).toBe(`${'e'.repeat(1000)}…(truncated)…`);
    expect(reply).toMatchObject({ contentTruncated: true, contentRedacted: true, truncated: true, nextCursor: null });
    expect(JSON.stringify(reply)).not.toContain('ghp_');
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { messageLimit: -1 },
    { messageLimit: 21 },
    { kinds: ['x'] },
    { kinds: [] },
    { archived: 'yes' },
    { activeMinutes: 0 },
    { search: 'x'.repeat(201) },
    { agentId: '' },
    { owner: 'bob' },
  ])('refuses %o', async (args) => {
    expect(await world.refused('sessions_list', args)).toMatchObject({ status: 'error' });
  });

  it.each([{ limit: 1 }, { limit: 200 }, { messageLimit: 0 }, { messageLimit: 20 }, { search: 'x'.repeat(200) }])(
    'takes %o',
    async (args) => {
      expect((await list(args)).bytes).toBeLessThanOrEqual(65_536);
    },
  );
});

describe('a long list of sessions', () => {
  it('stays under 64 KiB, and its cursor goes on behind the last session that it holds', async () => {
    const carol = await world.house.addPerson('carol');
    for (let index = 0; index < 12; index += 1)
      await world.house.save(carol, {
        nativeId: `n${index}`,
        entries: Array.from({ length: 20 }, (_, at) => ({
          id: `e${at}`,
          text: '字'.repeat(at === 19 ? 900 : 200),
          timeMs: NOW_MS - index * HOUR_MS + at,
        })),
      });
    const by = await world.house.addToken(carol);
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const from = cursor === '' ? {} : { cursor };
      const reply: Reply = await world.ask('sessions_list', { messageLimit: 20, ...from }, by);
      expect(reply.bytes).toBe(jsonBytes(reply));
      expect(reply.bytes).toBeLessThanOrEqual(65_536);
      expect(reply['truncated']).toBe(reply.nextCursor !== null);
      expect(reply.sessions.every(({ messages }) => messages?.length === 20)).toBe(true);
      seen.push(...reply.sessions.map(({ sessionKey }) => sessionKey));
      cursor = reply.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `agent:main:n${index}`));
    expect(pages).toBeGreaterThan(1);
  });
});
