import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  deleteReply,
  doctorReply,
  historyReply,
  importReply,
  searchReply,
  sessionsReply,
  userReply,
  verifyReply,
} from './replies.ts';
import { Cli } from './run-cli.ts';

const FIXTURES = path.resolve('test/fixtures/import');
const OWNER = 'you@example.com';

let cli: Cli;
let first: z.output<typeof importReply>;
beforeAll(async () => {
  cli = await Cli.open();
  first = await cli.json(importReply, 'import', FIXTURES, '--owner', OWNER);
}, 60_000);
afterAll(() => cli.close());

const search = (...args: readonly string[]) => cli.jsonHere(searchReply, 'search', ...args);

describe('import --json', () => {
  it('reports file by file', () => {
    const statuses = first.files.map((file) => [path.basename(file.path), file.status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'early.jsonl': 'added',
      '0c000000-0000-4000-8000-000000000001.jsonl': 'updated',
      '0c000000-0000-4000-8000-000000000009.jsonl': 'skipped',
      '0f000000-0000-4000-8000-000000000001.jsonl': 'added',
      '0f000000-0000-4000-8000-000000000001.jsonl.bak-77-1777903094139': 'skipped',
      '0f000000-0000-4000-8000-000000000001.trajectory.jsonl': 'skipped',
      '0f000000-0000-4000-8000-000000000002.jsonl': 'added',
      '0f000000-0000-4000-8000-000000000003.jsonl.deleted.2026-06-02T05-34-23.416Z': 'skipped',
      'sessions.json': 'companion',
    });
    expect(first).toMatchObject({ sessions: 3, added: 3, updated: 1, unchanged: 0 });
    expect(first.files.filter((file) => file.status === 'skipped').every((file) => file.skipped.length > 0)).toBe(true);
  });

  it('says the second time that nothing is new', async () => {
    expect(await cli.jsonHere(importReply, 'import', FIXTURES)).toMatchObject({
      sessions: 3,
      added: 0,
      updated: 0,
      unchanged: 4,
    });
    expect((await cli.jsonHere(sessionsReply, 'sessions')).sessions).toHaveLength(3);
  });
});

describe('search --json', () => {
  it.each([
    ['名字', '名字'],
    ['我', '我'],
    ['引导文件', '引导文件'],
    ['duoc', 'được'],
    ['最新の状態', '最新の状態'],
    ['ต้นไม้', 'ต้นไม้'],
    ['النباتات', 'النباتات'],
    ['React', 'React'],
    ['출발', '출발'],
    ['C++', 'C++'],
  ])('finds %s and marks it', async (query, marked) => {
    const { results } = await search(query);
    expect(results).toHaveLength(1);
    const [hit] = results;
    expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toContain(marked);
    expect(hit).toMatchObject({ sessionKey: 'agent:main:main', title: 'Many scripts', agentId: 'main' });
  });

  it('finds nothing of reasoning, tools, reminders, system lines, abandoned branches and deleted files', async () => {
    const words = [
      'zeppelin',
      'marzipan',
      'pumpernickel',
      'tamarind',
      'sousaphone',
      'flugelhorn',
      'nougat',
      'butterscotch',
      'gazebo',
      'ocelots',
    ];
    expect((await search(words.join(' OR '))).results).toEqual([]);
    const { results } = await search('branch:any', `(${words.join(' OR ')})`, '--all');
    expect(results.map((hit) => hit.snippet).sort()).toEqual([
      'Now sort them by flugelhorn.',
      'Sorted by flugelhorn, as asked.',
    ]);
    expect(results.every((hit) => hit.branch === '0c000000-0000-4000-8000-0000000000b2')).toBe(true);
  });

  it('says how many matches lie on other branches, and what an id names', async () => {
    const said = await cli.runHere(['search', 'flugelhorn']);
    expect(`${said.stdout}${said.stderr}`).toContain('On other branches: 2 more, with branch:any');
    const named = await cli.runHere(['search', '0c000000-0000-4000-8000-0000000000b2']);
    expect(named.stdout).toMatch(/message {2}agent:\S+ {2}0c000000-0000-4000-8000-0000000000b2 {2}\(branch /);
  });

  it('pages with a cursor, each hit once', async () => {
    const pages: string[] = [];
    for (let cursor: string[] = [], next: string | null = ''; next !== null; cursor = ['--cursor', next ?? '']) {
      const reply: z.output<typeof searchReply> = await search('role:user', '--all', '--limit', '3', ...cursor);
      pages.push(...reply.results.map((hit) => `${hit.sessionKey} ${hit.messageId}`));
      next = reply.nextCursor;
      expect(reply.truncated).toBe(next !== null);
    }
    expect(pages).toHaveLength(7);
    expect(new Set(pages).size).toBe(7);
  });
});

describe('history --json', () => {
  it('opens a hit with the anchor on the page', async () => {
    const { results } = await search('ferry');
    const hit = results[0];
    const page = await cli.json(historyReply, 'history', hit?.sessionId ?? '', '--around', hit?.messageId ?? '');
    expect(page.anchor).toBe(hit?.messageId);
    expect(page.messages.map((message) => message.messageId)).toContain(hit?.messageId);
    expect(page.messages.find((message) => message.messageId === hit?.messageId)?.text).toContain('ferry');
  });

  it('opens a session by key, opaque id and native id', async () => {
    const session = (await cli.jsonHere(sessionsReply, 'sessions', '--search', 'Many')).sessions[0];
    const names = ['agent:main:main', session?.sessionId ?? '', '0f000000-0000-4000-8000-000000000001'];
    const pages = [];
    for (const name of names) pages.push(await cli.jsonHere(historyReply, 'history', name));
    expect(pages[0]?.messages).toHaveLength(8);
    expect(pages.map((page) => page.messages)).toEqual([pages[0]?.messages, pages[0]?.messages, pages[0]?.messages]);
  });

  it('shows an abandoned branch when it is asked for, and says why an anchor on it is not on the page', async () => {
    const [hit] = (await search('branch:any', 'flugelhorn')).results;
    const args = ['history', hit?.sessionKey ?? '', '--around', hit?.messageId ?? ''];
    expect(await cli.jsonHere(historyReply, ...args)).toMatchObject({
      messages: [],
      anchor: null,
      reason: expect.stringMatching(/not on the branch/),
    });
    const page = await cli.jsonHere(historyReply, ...args, '--branch', hit?.branch ?? '');
    expect(page.messages.map((message) => message.text)).toEqual([
      'Sort the labels of the shop.',
      'The labels are sorted by shelf.',
      'Now sort them by flugelhorn.',
      'Sorted by flugelhorn, as asked.',
    ]);
  });

  it('goes on before and after a page', async () => {
    const page = (...args: readonly string[]) =>
      cli.jsonHere(historyReply, 'history', 'agent:main:main', '--limit', '3', ...args);
    const tail = await page();
    const before = await page('--before', tail.before ?? '');
    const after = await page('--after', before.after ?? '');
    expect(tail.after).toBeNull();
    expect(after.messages).toEqual(tail.messages);
    expect([...before.messages, ...tail.messages].map((message) => message.messageId)).toEqual([
      'u2',
      'a2',
      'u3',
      'a3',
      'u4',
      'a4',
    ]);
  });
});

describe('verify, doctor and user', () => {
  it('verify --json proves each session against its files', async () => {
    const { sessions } = await cli.json(sessionsReply, 'sessions');
    const verdicts = [];
    for (const session of sessions) verdicts.push(await cli.jsonHere(verifyReply, 'verify', session.sessionId));
    expect(verdicts.every((verdict) => verdict.ok)).toBe(true);
    expect(
      verdicts.flatMap((verdict) => verdict.files).every((file) => file.file === 'same' && file.equal === file.records),
    ).toBe(true);
  });

  it('doctor --json finds nothing to mend', async () => {
    const { ok, checks } = await cli.json(doctorReply, 'doctor');
    expect(ok).toBe(true);
    expect(checks.map((check) => check.name)).toEqual(
      expect.arrayContaining(['database pages', 'references', 'search index']),
    );
  });

  it('user add --json gives the person', async () => {
    expect(await cli.json(userReply, 'user', 'add', ' Ann@Example.com ', '--role', 'member')).toEqual({
      email: 'ann@example.com',
      role: 'member',
    });
    expect(await cli.runHere(['user', 'add', 'ann@example.com', '--role', 'member'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/already/),
    });
  });

  it('migrate and help say little and end well', async () => {
    expect(await cli.run(['migrate'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const help = await cli.runHere(['--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('scrollback import PATH…');
    expect((await cli.runHere(['search', '--help'])).stdout).toMatch(/^scrollback search QUERY/);
  });
});

describe('what people read', () => {
  it('stands on standard output, and what is said about it on standard error', async () => {
    const { stdout, stderr } = await cli.run(['search', 'morning', '-timetables']);
    expect(stdout).toMatch(
      /^2026-06-01 09:22Z {2}assistant {2}agent:main:subagent:\S+ {2}a1\n {4}Timetables\n {4}The morning ferry is the faster one\.\n\n$/,
    );
    expect(stderr).toMatch(/1 hit in: All sessions/);
    expect((await cli.runHere(['sessions'])).stdout).toContain('agent:main:main');
    expect((await cli.runHere(['verify', 'agent:main:main'])).stdout).toMatch(
      /^same {5}\/.*: 10 of 10 records equal\n$/,
    );
    expect((await cli.runHere(['history', 'agent:main:main'])).stdout).toContain('ช่วยเตือนฉันให้รดน้ำต้นไม้พรุ่งนี้');
  });
});

describe('delete', () => {
  it('takes a session away for good, until it is asked back', async () => {
    const folder = path.join(FIXTURES, 'claude-code');
    const key = 'agent:claude-code:0c000000-0000-4000-8000-000000000001';
    expect(await cli.json(deleteReply, 'delete', key)).toMatchObject({ sessionKey: key, purged: true });
    expect((await search('labels')).results).toEqual([]);
    const again = await cli.jsonHere(importReply, 'import', folder);
    expect(again).toMatchObject({ sessions: 1, added: 0 });
    expect(again.files[0]).toMatchObject({
      status: 'deleted earlier, not brought back',
      skipped: [{ reason: expect.stringContaining('--restore-deleted') }],
    });
    expect((await search('labels')).results).toEqual([]);
    expect(await cli.jsonHere(importReply, 'import', folder, '--restore-deleted')).toMatchObject({
      added: 1,
      updated: 1,
    });
    expect((await search('labels')).results).toHaveLength(1);
  });
});
