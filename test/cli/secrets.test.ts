import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyReply, searchReply, sessionsReply } from './replies.ts';
import { Cli } from './run-cli.ts';

/** Made here, so that no scanner finds a key in the repository. */
const SECRET = ['ghp', '_', 'A1b2C3d4'.repeat(4), 'E5f6'].join('');
const SPLIT = SECRET.slice(4, 30);
const HOME = 'openclaw/agents/main/sessions';
const FILE = `${HOME}/0f000000-0000-4000-8000-000000000002.jsonl`;

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.open();
  const folder = path.join(cli.folder, 'files');
  cpSync(path.resolve('test/fixtures/import'), folder, { recursive: true });
  plant(path.join(folder, FILE), 'Compare the ferry timetables.', `My token is ${SECRET}, use it for the ferry site.`);
  plant(path.join(folder, HOME, 'sessions.json'), 'Timetables', `Timetables ${SECRET}`);
  const { status } = await cli.runHere(['import', folder, '--owner', 'you@example.com']);
  expect(status).toBe(0);
}, 60_000);
afterAll(() => cli.close());

describe('a secret in a transcript', () => {
  it('is masked in the hit, and the text around it is found', async () => {
    const { results } = await cli.jsonHere(searchReply, 'search', 'token ferry site');
    expect(results.map((hit) => hit.snippet)).toEqual([
      'My token is [redacted:github-token], use it for the ferry site.',
    ]);
  });

  it('is found by no search, and not sent back by the one that names it', async () => {
    for (const query of [SECRET, SPLIT, `${SECRET.slice(0, 8)}*`, `title:${SECRET}`]) {
      const run = await cli.runHere(['search', query, '--json']);
      expect(JSON.parse(run.stdout).results, query).toEqual([]);
    }
    const { stdout, stderr } = await cli.runHere(['search', SECRET, '--json']);
    expect(stdout + stderr).not.toContain(SECRET);
  });

  it('is in no history and no title', async () => {
    const { sessions } = await cli.jsonHere(sessionsReply, 'sessions');
    const key = 'agent:main:subagent:7a000000-0000-4000-8000-000000000001';
    expect(sessions.find((session) => session.sessionKey === key)?.title).toBe('Timetables [redacted:github-token]');
    const history = await cli.jsonHere(historyReply, 'history', key);
    expect(history.contentRedacted).toBe(true);
    expect(JSON.stringify([sessions, history])).not.toContain(SPLIT);
  });

  it('is nowhere in the data folder, where other words can be read', () => {
    const bytes = Buffer.concat(readdirSync(cli.dataDir).map((name) => readFileSync(path.join(cli.dataDir, name))));
    expect(bytes.includes('use it for the ferry site')).toBe(true);
    for (const secret of [SECRET, SECRET.toLowerCase(), SPLIT, SPLIT.toLowerCase()])
      expect(bytes.includes(secret)).toBe(false);
  });
});

function plant(file: string, at: string, text: string): void {
  const before = readFileSync(file, 'utf8');
  if (!before.includes(at)) throw new Error(`${file} does not hold "${at}".`);
  writeFileSync(file, before.replace(at, text));
}
