import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { addTestToken } from '../support/tokens.ts';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';
import type { Served } from './server.ts';

/** Agents at the door of the real server: its search runs in a child, and its log is that of the process. */
export function mcpCases(server: () => Served): void {
  it.each(['auto', 'legacy'] as const)(
    'serves its tools to the official MCP client, protocol chosen %s',
    async (mode) => {
      const { origin, store } = server();
      const person = await addTestPerson(store.engine, `agent-of-${mode}@example.org`);
      const entries = [{ id: 'a', text: `a gramophone for ${mode}` }];
      await saveTestTranscript(writer(store.engine, person), { nativeId: `mcp-${mode}`, entries });
      const token = await addTestToken(store.engine, person);
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', origin), { requestInit }));
      expect((await client.listTools()).tools).toHaveLength(3);
      const found = await client.callTool({ name: 'sessions_search', arguments: { query: 'gramophone' } });
      const [{ text }] = found.content as unknown as readonly [{ text: string }];
      expect(JSON.parse(text)).toMatchObject({ status: 'ok', results: [{ messageId: 'a' }] });
      await client.close();
      expect(server().log()).not.toMatch(/gramophone|sbk_/);
    },
  );

  it('lets no agent in without a token, and answers nothing but POST', async () => {
    const { origin } = server();
    const address = new URL('/api/mcp', origin);
    const refused = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="scrollback"']);
    expect((await fetch(address)).status).toBe(401);
  });
}
