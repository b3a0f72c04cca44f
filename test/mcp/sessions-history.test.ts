import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId } from '../../server/contract/actor.ts';
import { notFound } from '../../server/errors.ts';
import { jsonBytes } from '../../server/mcp/json-bytes.ts';
import { EVERYTHING } from '../support/everything.ts';
import { ownSessionId } from '../support/tokens.ts';
import type { Reply } from './mcp-house.ts';
import { LABEL, ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await ToolWorld.open();
});
afterAll(() => world.house.close());

const ids = (reply: Reply): readonly string[] => reply.messages.map(({ messageId }) => messageId);
const bound = (): Promise<SessionId> => ownSessionId(world.house.store.engine, world.ann, 'agent:main:long');

describe('sessions_history', () => {
  const history = (args: object, by?: string): Promise<Reply> => world.ask('sessions_history', args, by);

  it('gives the newest messages of the active branch, 50 unless it is asked for another number', async () => {
    expect(ids(await history({ sessionKey: 'agent:main:main' }))).toEqual(['q', 'r', 's']);
    const page = await history({ sessionKey: 'agent:main:many' });
    expect(ids(page)).toEqual(Array.from({ length: 50 }, (_, index) => `m${951 + index}`));
    expect(page).toMatchObject({ before: 'm951', after: null, droppedMessages: false, reason: null, anchor: null });
  });

  it.each([
    [1, 1],
    [1000, 1000],
  ])('takes a limit of %i', async (limit, length) => {
    const page = await history({ sessionKey: 'agent:main:many', limit });
    expect(page.messages.length).toBeLessThanOrEqual(length);
    expect(page.bytes).toBeLessThanOrEqual(81_920);
    expect(page.messages.at(-1)?.messageId).toBe('m1000');
    expect(page['droppedMessages']).toBe(page.messages.length < length);
  });

  it.each([0, 1001, 2.5, '5'])('refuses a limit of %s', async (limit) => {
    expect(await world.refused('sessions_history', { sessionKey: 'agent:main:many', limit })).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^limit: /) as string,
    });
  });

  it('opens a hit in its surroundings, evenly both ways', async () => {
    const [hit] = (await world.ask('sessions_search', { query: '"beacon number 13"' })).results as unknown as readonly [
      { sessionKey: string; sessionId: string; messageId: string },
    ];
    const { sessionKey, sessionId, messageId } = hit;
    const page = await history({ sessionKey, sessionId, messageId, limit: 5 });
    expect(page).toMatchObject({ anchor: 'm13', before: 'm11', after: 'm15' });
    expect(ids(page)).toEqual(['m11', 'm12', 'm13', 'm14', 'm15']);
    const wide = await history({ sessionKey, sessionId, messageId: 'm500', limit: 1000 });
    const [first = 0, last = 0] = [ids(wide)[0], ids(wide).at(-1)].map((id) => Number(id?.slice(1)));
    expect(wide).toMatchObject({ droppedMessages: true, truncated: true, before: `m${first}`, after: `m${last}` });
    expect(Math.abs(500 - first - (last - 500))).toBeLessThanOrEqual(1);
  });

  it('goes on from its cursors without gap or overlap, both ways, also where messages were dropped', async () => {
    for (const [way, end] of [
      ['before', null],
      ['after', 'm0'],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = end;
      do {
        const from = cursor === null ? {} : { [way]: cursor };
        const page = await history({ sessionKey: 'agent:main:many', limit: 1000, ...from });
        if (way === 'before') seen.unshift(...ids(page));
        else seen.push(...ids(page));
        cursor = page[way] as string | null;
      } while (cursor !== null);
      const all = Array.from({ length: 1001 }, (_, index) => `m${index}`);
      expect(seen).toEqual(way === 'before' ? all : all.slice(1));
    }
  });

  it('cuts each text after 4,000 characters, and neither a pair nor a mask', async () => {
    const page = await history({ sessionKey: 'agent:main:long' });
    const text = (id: string): string => page.messages.find(({ messageId }) => messageId === id)?.text ?? '';
    expect(text('l4000')).toBe('c'.repeat(4000));
    expect(text('l4001')).toBe(`${'d'.repeat(4000)}…(truncated)…`);
    expect(text('pair')).toBe(`${'e'.repeat(3999)}…(truncated)…`);
    expect(text('mask')).toBe(`${'f '.repeat(1995)}…(truncated)…`);
    expect(page).toMatchObject({
      contentTruncated: true,
      truncated: true,
      droppedMessages: false,
      contentRedacted: true,
    });
    expect(page.bytes).toBe(jsonBytes(page));
    const plain = await history({ sessionKey: 'agent:main:many', limit: 5 });
    expect(plain).toMatchObject({ contentTruncated: false, truncated: false, contentRedacted: false });
  });

  it('shows tools only when they are asked for, redacted and cut, without reasoning, usage or bytes of images', async () => {
    expect(ids(await history({ sessionKey: 'agent:main:tools' }))).toEqual(['t1', 't3', 't4']);
    const page = await history({ sessionKey: 'agent:main:tools', includeTools: true });
    expect(page.messages.map(({ messageId, text, parts }) => [messageId, text, parts])).toEqual([
      ['t1', 'I look', [{ type: 'call', name: 'exec', callId: 'c', text: `echo ${LABEL}` }]],
      ['t2', '', [{ type: 'result', callId: 'c', isError: null, text: `${'r'.repeat(4000)}…(truncated)…` }]],
      ['t3', 'a picture', [{ type: 'image', mediaType: 'image/png', byteLength: 3 }]],
      ['t4', '[sessions_history omitted: message too large]', undefined],
    ]);
    expect(page).toMatchObject({ contentRedacted: true, contentTruncated: true, droppedMessages: false });
    expect(JSON.stringify(page)).not.toMatch(/thinking|sig|usage|cost|QUJD|ghp_/);
  });

  it('keeps to one role', async () => {
    const page = await history({ sessionKey: 'agent:main:many', role: 'assistant', limit: 3 });
    expect(ids(page)).toEqual(['m995', 'm997', 'm999']);
    expect(await world.refused('sessions_history', { sessionKey: 'x', role: 'tool' })).toMatchObject({
      status: 'error',
    });
  });

  it.each([
    ['missing', 'agent:main:main', 'absent', /no such message/],
    ['off the branch', 'agent:main:main', 'old', /not on the branch/],
    ['of another session', 'agent:main:main', 'm5', /no such message/],
    ['of another person', 'agent:main:main', 'b', /no such message/],
  ])(
    'gives an empty window and the reason for an anchor that is %s, never the tail',
    async (_says, sessionKey, messageId, reason) => {
      const page = await history({ sessionKey, messageId });
      expect(page).toMatchObject({ messages: [], anchor: null, before: null, after: null, truncated: false });
      expect(page['reason']).toMatch(reason);
    },
  );

  it('finds no session of another person, in the words for one that is not there', async () => {
    const absent = await world.refused('sessions_history', { sessionKey: 'agent:main:absent' });
    expect(absent).toEqual({ status: 'not_found', error: notFound().message });
    const id = (await world.house.store.engine.findSessions(EVERYTHING, 'agent:main:bobs'))[0]?.sessionId ?? '';
    for (const args of [
      { sessionKey: 'agent:main:bobs' },
      { sessionKey: 'bobs', messageId: 'b' },
      { sessionKey: id },
      { sessionKey: 'agent:main:main', sessionId: id },
      { sessionKey: 'agent:main:bobs', sessionId: id },
    ])
      expect(await world.refused('sessions_history', args)).toEqual(absent);
    expect(await world.refused('sessions_search', { query: 'x', sessionKey: 'agent:main:bobs' })).toEqual(absent);
  });

  it('takes a session id beside the key when both mean the same session', async () => {
    const { sessions } = await world.ask('sessions_list', { agentId: 'ops' });
    const [long, many] = sessions as unknown as readonly { sessionId: string }[];
    const ok = await history({ sessionKey: 'agent:main:many', sessionId: many?.sessionId, limit: 1 });
    expect(ids(ok)).toEqual(['m1000']);
    expect(ids(await history({ sessionKey: 'many', sessionId: many?.sessionId, limit: 1 }))).toEqual(['m1000']);
    const other = { sessionKey: 'agent:main:many', sessionId: long?.sessionId };
    expect(await world.refused('sessions_history', other)).toMatchObject({ status: 'not_found' });
  });

  it('refuses several places to begin at', async () => {
    for (const places of [
      { messageId: 'm1', before: 'm2' },
      { before: 'm1', after: 'm2' },
    ])
      expect(await world.refused('sessions_history', { sessionKey: 'agent:main:many', ...places })).toMatchObject({
        error: 'Give one of messageId, before and after, not several.',
      });
  });

  it('knows the aliases of a bound token', async () => {
    const own = await world.house.addToken(world.ann, {
      sessionId: await bound(),
      visibility: 'agent',
      agentId: 'main',
    });
    expect(ids(await history({ sessionKey: 'main' }, own))).toEqual(['q', 'r', 's']);
    const self = await world.house.addToken(world.ann, {
      sessionId: await bound(),
      visibility: 'self',
      agentId: 'ops',
    });
    expect(ids(await history({ sessionKey: 'current' }, self))).toContain('l300');
    expect(await world.refused('sessions_history', { sessionKey: 'agent:main:many' }, self)).toMatchObject({
      status: 'not_found',
    });
    expect(
      (await world.ask('sessions_search', { query: 'lantern OR short', sessionKey: 'current' }, self)).results,
    ).toHaveLength(1);
  });
});
