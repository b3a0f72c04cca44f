import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tokenListReply, tokenReply } from './replies.ts';
import { Cli } from './run-cli.ts';

const FIXTURE = path.resolve(
  'test/fixtures/import/openclaw/agents/main/sessions/0f000000-0000-4000-8000-000000000002.jsonl',
);
const CREATE = ['token', 'create', '--name', 'nightly', '--agent', 'main'];

let cli: Cli;
let session: string;
beforeAll(async () => {
  cli = await Cli.open();
  await cli.runHere(['import', FIXTURE, '--owner', 'you@example.com']);
  await cli.runHere(['user', 'add', 'member@example.com', '--role', 'member']);
  const listed = await cli.jsonHere(z.object({ sessions: z.array(z.object({ sessionKey: z.string() })) }), 'sessions');
  session = listed.sessions[0]?.sessionKey ?? '';
}, 60_000);
afterAll(() => cli.close());

describe('token', () => {
  it('create tells id and secret once, rotate another secret, and list neither', async () => {
    const made = await cli.json(tokenReply, ...CREATE, '--session', session, '--expires', '30d', '--write');
    const rotated = await cli.jsonHere(tokenReply, 'token', 'rotate', String(made.id), '--overlap', '0');
    expect(rotated.id).toBe(made.id);
    expect(rotated.token).not.toBe(made.token);
    const { tokens } = await cli.jsonHere(tokenListReply, 'token', 'list');
    expect(tokens).toMatchObject([
      { id: made.id, name: 'nightly', agentId: 'main', visibility: 'tree', canWrite: true },
    ]);
    expect(tokens[0]?.session?.sessionKey).toBe(session);
    const days = ((tokens[0]?.expiresAtMs ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const { stdout, stderr } = await cli.runHere(['token', 'list']);
    expect(stdout).toContain(`${made.id}`);
    expect(stdout).toContain(session);
    for (const { token } of [made, rotated]) expect(stdout + stderr).not.toContain(token.slice(4, 20));
  });

  it('create prints the secret alone on standard output', async () => {
    const run = await cli.runHere([
      ...CREATE,
      '--visibility',
      'all',
      '--agents',
      'main,ops',
      '--sandboxed',
      '--session',
      session,
    ]);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining('not shown again') as string });
    expect(run.stdout).toMatch(/^sbk_[\w-]{43}\n$/);
  });

  it('makes tokens of whom --as names, and leaves those of others alone', async () => {
    const { id } = await cli.jsonHere(tokenReply, ...CREATE, '--visibility', 'all', '--as', 'member@example.com');
    expect((await cli.runHere(['token', 'revoke', String(id)])).status).toBe(1);
    const run = await cli.runHere(['token', 'revoke', String(id), '--as', 'member@example.com']);
    expect(run).toMatchObject({ status: 0, stdout: `Revoked token ${id}.\n` });
    const { tokens } = await cli.jsonHere(tokenListReply, 'token', 'list', '--as', 'member@example.com');
    expect(tokens.map(({ state }) => state)).toEqual(['revoked']);
  });

  it.each<[string, number, RegExp]>([
    ['token', 2, /Usage: scrollback token create/],
    ['token make', 2, /"token make" is not a command/],
    ['token create --agent main', 2, /--name is missing/],
    ['token create --name a', 2, /--agent is missing/],
    ['token create --name a --agent main', 2, /`tree` needs a session/],
    ['token create --name a --agent main --visibility most', 2, /--visibility takes one of self, tree, agent, all/],
    ['token create --name a --agent main --visibility agent --agents b', 2, /goes with the visibility `all`/],
    ['token create --name a --agent main --visibility all --expires soon', 2, /--expires takes a time from now/],
    ['token create --name a --agent main --visibility all --expires 2020-01-01', 2, /over already/],
    ['token create --name a --agent main --visibility all --expires 0d', 2, /over already/],
    ['token create --name a --agent main --session nowhere', 1, /^Not found: there is no such session/],
    ['token create 1 --name a --agent main', 2, /takes no ID/],
    ['token list --write', 2, /--write does not go with "token list"/],
    ['token revoke', 2, /The ID is missing/],
    ['token revoke x', 2, /ID takes a whole number/],
    ['token revoke 999', 1, /^Not found: you have no such token/],
    ['token rotate 999 --overlap 1000', 2, /--overlap takes a whole number from 0 to 720/],
  ])('"%s" ends with %i and one line that says the way out', async (line, status, message) => {
    const run = await cli.runHere(line.split(' '));
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).toMatch(/^[^\n]+\n$/);
  });
});
