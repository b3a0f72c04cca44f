import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteReply, historyReply, importReply, searchReply, sessionsReply } from './replies.ts';
import { Cli } from './run-cli.ts';

const FILE = path.resolve(
  'test/fixtures/import/openclaw/agents/main/sessions/0f000000-0000-4000-8000-000000000001.jsonl',
);
const KEY = 'agent:main:main';
const NOT_FOUND = {
  status: 1,
  stdout: '',
  stderr: 'Not found: there is no such session here, or it is not shared with you.\n',
};

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.open();
}, 60_000);
afterAll(() => cli.close());

describe('people and what they import', () => {
  it('the first --owner becomes the owner; nobody else is made that way', async () => {
    const owned = path.join(cli.folder, 'owned');
    mkdirSync(owned);
    writeFileSync(path.join(owned, 's.jsonl'), OWNED);
    expect(await cli.json(importReply, 'import', owned, '--owner', 'Boss@Example.com')).toMatchObject({ added: 1 });
    expect((await cli.jsonHere(sessionsReply, 'sessions')).sessions.map((session) => session.ownerEmail)).toEqual([
      'boss@example.com',
    ]);
    expect(await cli.run(['import', owned, '--owner', 'stranger@example.com'])).toMatchObject({
      status: 2,
      stdout: '',
    });
  });

  it('two members import the same file and have a session each under the same key', async () => {
    for (const email of ['ann@example.com', 'ben@example.com']) {
      await cli.runHere(['user', 'add', email, '--role', 'member']);
      const report = await cli.jsonHere(importReply, 'import', FILE, '--owner', email);
      expect(report.files.map((file) => [file.sessionKey, file.status])).toEqual([[KEY, 'added']]);
    }
  });

  it('each of them sees their own session, by every name', async () => {
    const ids: string[] = [];
    for (const email of ['ann@example.com', 'ben@example.com']) {
      const { sessions } = await cli.jsonHere(sessionsReply, 'sessions', '--as', email);
      expect(sessions.map((session) => [session.sessionKey, session.ownerEmail])).toEqual([[KEY, email]]);
      const { results, scope } = await cli.jsonHere(searchReply, 'search', '名字', '--as', email, '--all');
      expect(results.map((hit) => hit.sessionId)).toEqual([sessions[0]?.sessionId]);
      expect(scope.mode).toBe('own');
      ids.push(sessions[0]?.sessionId ?? '');
    }
    const annPage = await cli.json(historyReply, 'history', KEY, '--as', 'ann@example.com');
    const benPage = await cli.jsonHere(historyReply, 'history', KEY, '--as', 'ben@example.com');
    expect(annPage.messages).toEqual(benPage.messages);
    expect(new Set(ids).size).toBe(2);
  });

  it('neither reads, verifies or deletes what is not theirs: it is not found, as if it did not exist', async () => {
    const [annId, benId, bossId] = [await sessionIdOf('ann'), await sessionIdOf('ben'), await sessionIdOf('boss')];
    for (const command of ['history', 'verify', 'delete']) {
      expect(await cli.runHere([command, benId, '--as', 'ann@example.com'])).toEqual(NOT_FOUND);
      expect(await cli.runHere([command, annId, '--as', 'ben@example.com'])).toEqual(NOT_FOUND);
      expect(await cli.runHere([command, bossId, '--as', 'ann@example.com'])).toEqual(NOT_FOUND);
    }
    expect((await cli.jsonHere(searchReply, 'search', 'lighthouse', '--as', 'ann@example.com')).results).toEqual([]);
    const ofOther = await cli.jsonHere(searchReply, 'search', `session:${benId}`, '--as', 'ann@example.com');
    const ofNobody = await cli.jsonHere(searchReply, 'search', 'session:nowhere', '--as', 'ann@example.com');
    expect({ ...ofOther, interpreted: null }).toEqual({ ...ofNobody, interpreted: null });
  });

  it('the owner sees all of them, and is told the ids when a key names several', async () => {
    expect((await cli.jsonHere(sessionsReply, 'sessions')).sessions).toHaveLength(3);
    expect((await cli.jsonHere(searchReply, 'search', '名字', '--all')).results).toHaveLength(2);
    const { status, stdout, stderr } = await cli.runHere(['history', KEY]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    for (const name of ['ann', 'ben']) {
      expect(stderr).toContain(await sessionIdOf(name));
      expect(stderr).toContain(`${name}@example.com`);
    }
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  it('one of them deletes theirs, and the other one keeps theirs', async () => {
    expect(await cli.jsonHere(deleteReply, 'delete', KEY, '--as', 'ann@example.com')).toMatchObject({
      sessionKey: KEY,
    });
    expect(await cli.runHere(['history', KEY, '--as', 'ann@example.com'])).toEqual(NOT_FOUND);
    expect((await cli.jsonHere(historyReply, 'history', KEY, '--as', 'ben@example.com')).messages).toHaveLength(8);
    expect((await cli.jsonHere(historyReply, 'history', KEY)).messages).toHaveLength(8);
    const [annAgain, benAgain] = [
      await cli.jsonHere(importReply, 'import', FILE, '--owner', 'ann@example.com'),
      await cli.jsonHere(importReply, 'import', FILE, '--owner', 'ben@example.com'),
    ];
    expect(annAgain.files[0]?.status).toBe('deleted earlier, not brought back');
    expect(benAgain.files[0]?.status).toBe('unchanged');
  });
});

describe('a file that the user may not read', () => {
  it('is reported, and the others come', async () => {
    const folder = path.join(cli.folder, 'mixed');
    mkdirSync(path.join(folder, 'closed'), { recursive: true });
    writeFileSync(path.join(folder, 'open.jsonl'), OWNED.replaceAll('owned', 'open'));
    writeFileSync(path.join(folder, 'shut.jsonl'), OWNED.replaceAll('owned', 'shut'), { mode: 0o000 });
    chmodSync(path.join(folder, 'closed'), 0o000);
    // Root may read everything: there the command runs as nobody.
    const userId = process.getuid?.() === 0 ? 65_534 : undefined;
    const dataDir = path.join(cli.folder, 'nobody');
    mkdirSync(dataDir);
    for (const place of [cli.folder, dataDir]) chmodSync(place, 0o777);
    const args = ['import', folder, '--owner', 'nobody@example.com', '--json'];
    const run = await cli.run(args, {
      env: { SCROLLBACK_DATA: path.join(dataDir, 'data') },
      ...(userId === undefined ? {} : { userId }),
    });
    chmodSync(path.join(folder, 'closed'), 0o700);
    expect(run.status).toBe(1);
    const report = importReply.parse(JSON.parse(run.stdout));
    expect(report.files.map((file) => [path.basename(file.path), file.status, file.skipped[0]?.reason])).toEqual([
      ['closed', 'failed', 'it may not be read by this user'],
      ['open.jsonl', 'added', undefined],
      ['shut.jsonl', 'failed', 'it may not be read by this user'],
    ]);
  });
});

const OWNED =
  '{"type":"session","version":3,"id":"owned","timestamp":"2026-06-01T09:00:00.000Z","cwd":"/work"}\n' +
  '{"type":"message","id":"m1","parentId":null,"timestamp":"2026-06-01T09:01:00.000Z","message":{"role":"user","content":"A lighthouse of my own."}}\n';

async function sessionIdOf(name: string): Promise<string> {
  const { sessions } = await cli.jsonHere(sessionsReply, 'sessions', '--as', `${name}@example.com`);
  return sessions.find((session) => session.ownerEmail === `${name}@example.com`)?.sessionId ?? '';
}
