import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW_MS } from '../support/test-store.ts';
import { McpHouse, type Reply } from './mcp-house.ts';

const textOf = (result: unknown): string => (result as { content: readonly [{ text: string }] }).content[0].text;

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Reply> {
  return JSON.parse(textOf(await client.callTool({ name, arguments: args }))) as Reply;
}

describe.each(['auto', 'legacy'] as const)('the official client over HTTP, with the protocol chosen %s', (mode) => {
  const house = new McpHouse();
  let client: Client;
  let token: string;

  beforeAll(async () => {
    const ann = await house.addPerson('ann');
    await house.save(ann, {
      nativeId: 'one',
      title: 'Lights',
      entries: [
        { id: 'a', text: 'where is the lantern' },
        { id: 'b', text: 'in the cellar' },
      ],
    });
    token = await house.addToken(ann);
    client = await house.connect(token, mode);
  });
  afterAll(() => house.close());

  it('lists the tools', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'scrollback' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['sessions_search', 'sessions_history', 'sessions_list']);
    const [search] = tools;
    expect(search?.inputSchema).toMatchObject({
      required: ['query'],
      properties: { query: { maxLength: 4096 }, limit: { minimum: 1, maximum: 25, default: 10 } },
    });
    expect(search?.annotations).toMatchObject({ readOnlyHint: true });
  });

  it('calls each of them: finds, opens, lists', async () => {
    const { results } = await call(client, 'sessions_search', { query: 'lantern' });
    const [hit] = results as unknown as readonly [{ sessionKey: string; sessionId: string; messageId: string }];
    const { sessionKey, sessionId, messageId } = hit;
    expect(sessionKey).toBe('agent:main:one');
    const page = await call(client, 'sessions_history', { sessionKey, sessionId, messageId });
    expect(page).toMatchObject({
      anchor: 'a',
      messages: [{ text: 'where is the lantern' }, { text: 'in the cellar' }],
    });
    const { sessions } = await call(client, 'sessions_list', { messageLimit: 1 });
    expect(sessions).toMatchObject([{ title: 'Lights', messages: [{ messageId: 'b' }] }]);
  });

  it('is told what went wrong as data, and of a tool that is not there as an error', async () => {
    const result = await client.callTool({ name: 'sessions_history', arguments: { sessionKey: 'absent' } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.parse(textOf(result))).toMatchObject({ status: 'not_found' });
    await expect(client.callTool({ name: 'absent', arguments: {} })).rejects.toThrow(/no such tool/);
  });

  it('cannot connect without a token that counts', async () => {
    await expect(house.connect('sbk_nothing', mode)).rejects.toThrow();
  });
});

describe('H15: two hundred clients at once', () => {
  it('each receive what is their own, and nothing of another', async () => {
    const house = new McpHouse();
    const people = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const canary = `canary${String(index).padStart(3, '0')}x`;
        const person = await house.addPerson(`p${index}`);
        const text = `the shared word and ${canary}`;
        await house.save(person, {
          nativeId: `n${index}`,
          title: canary,
          entries: [{ id: `m${index}`, text, timeMs: NOW_MS }],
        });
        return { canary, index, token: await house.addToken(person) };
      }),
    );
    const started = performance.now();
    const seen = await Promise.all(
      people.map(async ({ token, index }) => {
        const client = await house.connect(token, index % 2 === 0 ? 'auto' : 'legacy');
        const other = (index + 1) % people.length;
        const replies = await Promise.all([
          call(client, 'sessions_search', { query: 'shared word', limit: 25 }),
          call(client, 'sessions_list', { archived: 'all', messageLimit: 5 }),
          call(client, 'sessions_history', { sessionKey: `agent:main:n${index}` }),
          call(client, 'sessions_history', { sessionKey: `agent:main:n${other}`, messageId: `m${other}` }),
        ]);
        return JSON.stringify(replies);
      }),
    );
    expect(performance.now() - started).toBeLessThan(60_000);
    for (const [index, text] of seen.entries()) {
      const canaries = new Set([...text.matchAll(/canary\d{3}x/g)].map(([canary]) => canary));
      expect([...canaries]).toEqual([people[index]?.canary]);
      expect(text).toContain('"status":"not_found"');
    }
    process.stdout.write(`200 clients, 800 calls: ${Math.round(performance.now() - started)} ms\n`);
    await house.close();
  });
});
