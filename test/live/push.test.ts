import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../server/cli/run-command.ts';
import type { Person } from '../../server/contract/actor.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { Spool } from '../../server/ingest/spool.ts';
import { ensureBenchBundled } from '../../server/launch/bundle.mjs';
import { ROOT } from '../../server/launch/folders.mjs';
import { deleteForGood } from '../../server/operate/delete-for-good.ts';
import { headerLine, turnLine } from '../ingest/openclaw-file.ts';
import { find } from '../support/asking.ts';
import { BUNDLES, bundlePrograms } from '../support/pooled-store.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, writer } from '../support/transcripts.ts';
import { LiveServer } from './live-server.ts';

const WITHIN = { timeout: 20_000, interval: 50 } as const;

describe('scrollback push', () => {
  let store: TestStore;
  let server: LiveServer;
  let person: Person;
  let folder: string;
  let token: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    await bundlePrograms();
    await ensureBenchBundled(ROOT);
    store = openTestStore({ now: Date.now });
    server = await LiveServer.open(store.dataDir, BUNDLES);
  }, 120_000);
  let count = 0;
  beforeEach(async () => {
    count += 1;
    person = await addTestPerson(store.engine, `sender-${count}@example.org`);
    token = Buffer.from(await server.cookie(person)).toString('base64url');
    folder = makeTemporaryFolder('push');
  });
  afterEach(async () => {
    for (const child of running.splice(0)) await kill(child);
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    await server?.kill();
    await store?.close();
  });

  const at = (name: string): string => path.join(folder, 'agents/main/sessions', name);
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const turns = (ids: readonly string[], word = 'curlew'): string =>
    ids
      .map((id, index) =>
        turnLine({ id, text: `${word} ${id}`, role: index % 2 === 0 ? 'user' : 'assistant' }, ids[index - 1]),
      )
      .join('');
  const found = (query = 'curlew') =>
    find(reader(store.engine, person), query, { sort: 'oldest', group: 'message', limit: 100 });
  const shows = (ids: readonly string[]) =>
    expect.poll(async () => [...(await found())].toSorted(), WITHIN).toEqual([...ids].toSorted());

  function start(...options: readonly string[]): { child: ChildProcess; output: () => string } {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const main = path.join(BUNDLES, 'cli', 'main.js');
    const args = [main, 'push', path.join(folder, 'agents'), '--url', server.origin, '--token', token, ...options];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    return { child, output: () => output };
  }
  async function sendOnce(...options: readonly string[]): Promise<{ status: number | null; output: string }> {
    const { child, output } = start('--once', ...options);
    await once(child, 'close');
    return { status: child.exitCode, output: output() };
  }
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  /** No record of the session is stored twice, and the files on both sides are alike. */
  function expectNoDuplicates(): void {
    const rows = withDatabase(store.file, (client) =>
      client
        .prepare<[number], { n: number }>(
          `SELECT count(*) AS n FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
           WHERE s.owner_id = ? GROUP BY s.id, e.record_hash HAVING count(*) > 1`,
        )
        .all(person.id),
    );
    expect(rows).toEqual([]);
  }

  it('sends what is there, with stores and sub-folders, and ends with --once; again it sends nothing', async () => {
    write('one.jsonl', headerLine('one') + turns(['a', 'b']));
    write(
      'sessions.json',
      JSON.stringify({ 'agent:main:main': { sessionId: 'one', updatedAt: 1, displayName: 'Shore birds' } }),
    );
    write('notes.txt', 'not a transcript');
    const first = await sendOnce();
    expect(first, first.output).toMatchObject({ status: 0 });
    expect(first.output).toContain('The server has 2 files');
    await shows(['a', 'b']);
    await expect
      .poll(async () => (await listSessions(reader(store.engine, person), {})).sessions, WITHIN)
      .toMatchObject([{ sessionKey: 'agent:main:main', title: 'Shore birds' }]);
    const again = await sendOnce();
    expect(again.output).toContain('The server has 2 files; 0 B sent.');
    const sources = await store.engine.listSourceFolders(reader(store.engine, person).reach, person.id);
    expect(sources.map(({ folder: name }) => name)).toEqual([
      expect.stringMatching(/^push:[\w-]+\/.*agents\/main\/sessions$/),
    ]);
  });

  it('follows a file that grows: each entry is found within seconds, none twice', async () => {
    write('one.jsonl', headerLine('one') + turns(['a']));
    start();
    await shows(['a']);
    for (const [previous, id] of [
      ['a', 'b'],
      ['b', 'c'],
    ] as const) {
      appendFileSync(at('one.jsonl'), turnLine({ id, text: `curlew ${id}` }, previous));
      const grownMs = performance.now();
      await expect.poll(() => found(), WITHIN).toContain(id);
      expect(performance.now() - grownMs).toBeLessThan(10_000);
    }
    // Half a line waits for the rest of it.
    const line = turnLine({ id: 'd', text: 'curlew d' }, 'c');
    appendFileSync(at('one.jsonl'), line.slice(0, 40));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    appendFileSync(at('one.jsonl'), line.slice(40));
    await shows(['a', 'b', 'c', 'd']);
    expectNoDuplicates();
  });

  it('goes on when the server was killed, and when it was killed itself', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `m${index}`);
    const lines = ids.map((id, index) =>
      turnLine({ id, text: `word${index} ${'filler '.repeat(300)}` }, ids[index - 1] ?? null),
    );
    write('one.jsonl', headerLine('one') + lines.slice(0, 100).join(''));
    const client = start();
    await expect.poll(() => found('word1'), WITHIN).toEqual(['m1']);
    await server.kill();
    appendFileSync(at('one.jsonl'), lines.slice(100, 200).join(''));
    await expect.poll(() => client.output(), WITHIN).toContain('The server does not answer');
    await server.start();
    await expect.poll(() => found('word199'), WITHIN).toEqual(['m199']);
    await kill(client.child);
    appendFileSync(at('one.jsonl'), lines.slice(200, 300).join(''));
    const next = start();
    await expect.poll(() => next.output(), WITHIN).toContain('+');
    await kill(next.child);
    appendFileSync(at('one.jsonl'), lines.slice(300).join(''));
    expect(await sendOnce()).toMatchObject({ status: 0 });
    await expect.poll(() => found('word399'), WITHIN).toEqual(['m399']);
    const history = await getHistory(reader(store.engine, person), { session: 'one', limit: 1000 });
    expect(history.messages.map(({ messageId }) => messageId)).toEqual(ids);
    expectNoDuplicates();
  });

  it('sends a file anew that was cut, rotated or rewritten, and loses nothing of what was there', async () => {
    write('one.jsonl', headerLine('one') + turns(['a', 'b', 'c']));
    const { output } = start();
    await shows(['a', 'b', 'c']);
    write('one.jsonl', headerLine('one') + turns(['a']));
    await expect.poll(output, WITHIN).toContain('from its beginning');
    appendFileSync(at('one.jsonl'), turnLine({ id: 'd', text: 'curlew d' }, 'a'));
    await shows(['a', 'd']);
    // Another file under the same name, longer than the one before.
    rmSync(at('one.jsonl'));
    write('one.jsonl', headerLine('two') + turns(['x', 'y', 'z', 'w']));
    await shows(['a', 'd', 'x', 'y', 'z', 'w']);
    expect((await listSessions(reader(store.engine, person), {})).sessions).toHaveLength(2);
    expect(await found('curlew branch:any')).toHaveLength(8);
    expectNoDuplicates();
  });

  it('takes all three formats', async () => {
    mkdirSync(path.join(folder, 'agents'), { recursive: true });
    const fixtures = path.join(ROOT, 'test/fixtures');
    for (const [from, to] of [
      ['claude-code/compacted.jsonl', 'projects/-home-ann-shop/0c000000-0000-4000-8000-00000000000c.jsonl'],
      [
        'codex/sessions/2025/07/01/rollout-2025-07-01T10-00-00-5e5e5e5e-2222-4222-8333-444455556666.jsonl',
        'sessions/2025/07/01/rollout-2025-07-01T10-00-00-5e5e5e5e-2222-4222-8333-444455556666.jsonl',
      ],
      [
        'openclaw/agents/helper/sessions/0a000000-0000-4000-8000-000000000020.jsonl',
        'helper/sessions/0a000000-0000-4000-8000-000000000020.jsonl',
      ],
    ] as const) {
      const target = path.join(folder, 'agents', to);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, readFileSync(path.join(fixtures, from)));
    }
    expect(await sendOnce()).toMatchObject({ status: 0 });
    const formats = async () =>
      (await listSessions(reader(store.engine, person), {})).sessions.map(({ format }) => format);
    await expect
      .poll(async () => [...new Set(await formats())].toSorted(), WITHIN)
      .toEqual(['claude-code', 'codex', 'openclaw']);
  });

  it('leaves no copy of what is deleted, does not bring it back, and says so', async () => {
    write('one.jsonl', headerLine('one') + turns(['a', 'b']));
    expect(await sendOnce()).toMatchObject({ status: 0 });
    await shows(['a', 'b']);
    const spool = new Spool(path.join(store.dataDir, 'spool'));
    expect(await spool.usage(person.id)).toBeGreaterThan(0);
    await deleteForGood(writer(store.engine, person), 'one', spool);
    expect(await spool.usage(person.id)).toBe(0);
    appendFileSync(at('one.jsonl'), turns(['c']));
    const again = await sendOnce();
    expect(again.status).toBe(1);
    expect(again.output).toContain('deleted here earlier');
    expect(await spool.usage(person.id)).toBe(0);
    expect(await found()).toEqual([]);
  });

  it('says in plain words what keeps it from sending, and how it was used wrongly', async () => {
    write('one.jsonl', headerLine('one') + turns(['a']));
    const good = token;
    token = Buffer.from('scrollback.session=forged').toString('base64url');
    expect(await sendOnce()).toMatchObject({
      status: 1,
      output: expect.stringContaining('does not accept the token') as string,
    });
    token = good;
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const args of [
      ['push', folder, '--token', 'x'],
      ['push', folder, '--url', 'nonsense', '--token', 'x'],
      ['push', folder, '--url', 'http://scrollback.example.org', '--token', 'x'],
      ['push', folder, '--url', server.origin],
      ['push', '--url', server.origin, '--token', 'x'],
      ['push', path.join(folder, 'absent'), '--url', server.origin, '--token', 'x'],
    ])
      expect(await runCommand(args), args.join(' ')).toBe(2);
    expect(told).toHaveBeenCalledTimes(6);
    told.mockRestore();
  });
});
