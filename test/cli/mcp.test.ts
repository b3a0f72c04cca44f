import { once } from 'node:events';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTokenSecret } from '../../server/auth/token-secret.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { startCli } from '../support/cli-process.ts';
import { DEFINITION, withDatabase } from '../support/test-store.ts';
import { addTestToken } from '../support/tokens.ts';
import { importReply } from './replies.ts';
import { Cli } from './run-cli.ts';

let cli: Cli;
let token: string;
beforeAll(async () => {
  cli = await Cli.open();
  await cli.jsonHere(importReply, 'import', path.resolve('test/fixtures/import'), '--owner', 'you@example.com');
  token = await addToken();
}, 60_000);
afterAll(() => cli.close());

async function addToken(): Promise<string> {
  const { dataDir } = cli;
  const engine = openLocalEngine({
    ...{ file: databaseFile(dataDir), definition: DEFINITION, isReadOnly: false, secret: readStoreSecret(dataDir) },
    ...{ readParts: () => [], readToolText: () => ({ text: '', masks: [] }), now: Date.now },
  });
  const owner = await engine.findPerson('you@example.com');
  if (owner === null) throw new Error('There is no owner.');
  const told = await addTestToken(engine, owner);
  await engine.close();
  return told;
}

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const env = { SCROLLBACK_DATA: cli.dataDir, SCROLLBACK_BUNDLES: cli.bundlesDir, SCROLLBACK_TOKEN: token };
  const args = [path.join(cli.bundlesDir, 'cli', 'main.js'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
  return client;
}

const replyOf = (result: unknown): Record<string, unknown> =>
  JSON.parse((result as { content: readonly [{ text: string }] }).content[0].text) as Record<string, unknown>;

/** Writes all lines at once, ends the input, and gives what the process said. */
async function pipe(lines: readonly string[], env: NodeJS.Dict<string> = { SCROLLBACK_TOKEN: token }) {
  const child = startCli(cli, ['mcp'], { env, hasInput: true });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  child.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
}

const message = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const initialize = message(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
});

describe('mcp', () => {
  it.each(['auto', 'legacy'] as const)(
    'serves the same tools to the official client, protocol chosen %s',
    async (mode) => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['sessions_search', 'sessions_history', 'sessions_list']);
      const found = replyOf(await client.callTool({ name: 'sessions_search', arguments: { query: 'ferry' } }));
      const [hit] = found['results'] as { sessionKey: string; sessionId: string; messageId: string }[];
      expect(found).toMatchObject({ status: 'ok', scope: { mode: 'all' } });
      const { sessionKey = '', sessionId = '', messageId = '' } = hit ?? {};
      const page = await client.callTool({ name: 'sessions_history', arguments: { sessionKey, sessionId, messageId } });
      expect(replyOf(page)).toMatchObject({ anchor: messageId });
      const { sessions } = replyOf(await client.callTool({ name: 'sessions_list', arguments: {} }));
      expect(sessions).toHaveLength(3);
      await client.close();
    },
  );

  it('answers all that was piped in, writes nothing but the protocol, and ends at the end of the input', async () => {
    const call = { name: 'sessions_search', arguments: { query: 'ferry' } };
    const { status, stdout, stderr } = await pipe([
      initialize,
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      'no JSON at all',
      message(1, 'tools/list'),
      message(2, 'tools/call', call),
      message(3, 'nothing/here'),
    ]);
    expect(status).toBe(0);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([0, 1, 2, 3]));
    expect(answers).toHaveLength(4);
    expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(stdout).toContain('ferry');
    expect(stderr).not.toMatch(/ferry|sbk_|no JSON/);
  });

  it('ends at once without any input', async () => {
    expect(await pipe([])).toMatchObject({ status: 0, stdout: '' });
  });

  it('refuses to begin without a token that counts, and repeats nothing of it', async () => {
    const unknown = makeTokenSecret().token;
    for (const [env, status, says] of [
      [{}, 2, /SCROLLBACK_TOKEN/],
      [{ SCROLLBACK_TOKEN: 'hunter2' }, 2, /begin with sbk_/],
      [{ SCROLLBACK_TOKEN: unknown }, 1, /does not count/],
    ] as const) {
      const run = await pipe([initialize], { SCROLLBACK_TOKEN: undefined, ...env });
      expect(run).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(says) });
      expect(run.stderr).not.toMatch(/hunter2|sbk_[\w-]{4}/);
    }
    expect(await cli.runHere(['mcp', '--token'])).toMatchObject({ status: 2 });
  });

  it('gives a token that is revoked meanwhile nothing more', async () => {
    const client = await connect('legacy');
    withDatabase(databaseFile(cli.dataDir), (db) => db.exec('UPDATE agent_token SET revoked_at_ms = 1'));
    const result = await client.callTool({ name: 'sessions_list', arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(replyOf(result)).toMatchObject({ status: 'forbidden', error: expect.stringMatching(/revoked/) });
    await client.close();
  });
});
