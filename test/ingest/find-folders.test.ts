import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { FoundFolder } from '../../server/contract/source.ts';
import { findFolders, findPlaces, lookThrough } from '../../server/ingest/find-folders.ts';
import { homeRoots } from '../../server/ingest/home-folders.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';
import { temporaryFolder, writeFile } from './import-world.ts';
import { openclawFile } from './openclaw-file.ts';

const CLAUDE_LINE = `${JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'wren' } })}\n`;
const OPENCLAW = openclawFile('one', [{ id: 'm1', text: 'wren' }]);
const bytes = (text: string): number => Buffer.byteLength(text);

describe('the transcript folders of this machine', () => {
  let home: string;
  let store: TestStore;
  let operator: Person;
  beforeEach(async () => {
    home = temporaryFolder();
    store = openTestStore();
    operator = await addTestPerson(store.engine, 'op@example.org', 'operator');
    writeFile(home, '.claude/projects/-home-x/a.jsonl', CLAUDE_LINE);
    writeFile(home, '.claude/projects/-home-y/b.jsonl', CLAUDE_LINE);
    writeFile(home, '.claude/projects/-home-y/notes.txt', 'no transcript');
    writeFile(home, '.claude/projects/-home-y/foreign.jsonl', OPENCLAW);
    writeFile(home, '.openclaw/agents/main/sessions/one.jsonl', OPENCLAW);
    writeFile(home, '.openclaw/agents/main/sessions/sessions.json', '{}');
    writeFile(home, '.openclaw/agents/main/sessions/one.trajectory.jsonl', '{}\n');
    writeFile(home, 'elsewhere/c.jsonl', CLAUDE_LINE);
  });
  afterEach(() => store.close());

  const find = (...roots: string[]): Promise<readonly FoundFolder[]> =>
    findFolders(writer(store.engine, operator), roots);
  const claude = () => ({ path: `${home}/.claude/projects`, format: 'claude-code', isPartial: false });
  const openclaw = () => ({ path: `${home}/.openclaw/agents`, format: 'openclaw', isPartial: false });

  it('are one for each program, with its own transcripts counted', async () => {
    const both = [
      { ...openclaw(), files: 1, byteSize: bytes(OPENCLAW) },
      { ...claude(), files: 2, byteSize: 2 * bytes(CLAUDE_LINE) },
    ];
    expect(await find(home)).toEqual(both);
    expect(await find(`${home}/.openclaw/agents`, `${home}/.claude/projects`)).toEqual(both);
    expect(await find(`${home}/.openclaw`, home, `${home}/.claude`)).toEqual(both);
  });

  it('are only those inside the roots, and none without roots', async () => {
    expect(await find(`${home}/.claude`)).toMatchObject([claude()]);
    expect(await find(`${home}/.claude/projects/-home-y`)).toMatchObject([
      { path: `${home}/.claude/projects/-home-y`, format: 'openclaw', files: 1 },
      { path: `${home}/.claude/projects/-home-y`, format: 'claude-code', files: 1 },
    ]);
    expect(await find(`${home}/.claude/absent`, '/no/such/root')).toEqual([]);
    expect(await find()).toEqual([]);
  });

  it('are a root as it is when no program’s own folder is in it', async () => {
    expect(await find(`${home}/elsewhere`)).toEqual([
      {
        path: `${home}/elsewhere`,
        format: 'claude-code',
        files: 1,
        byteSize: bytes(CLAUDE_LINE),
        isPartial: false,
      },
    ]);
  });

  it('are never reached over a link that leads out of the root', async () => {
    const root = `${home}/root`;
    mkdirSync(`${root}/.claude`, { recursive: true });
    symlinkSync(`${home}/.claude/projects`, `${root}/.claude/projects`);
    symlinkSync(`${home}/.openclaw`, `${root}/.openclaw`);
    symlinkSync(`${home}/elsewhere/c.jsonl`, `${root}/c.jsonl`);
    expect(await find(root)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('leave out what may not be read', async () => {
    chmodSync(`${home}/.claude/projects/-home-x`, 0);
    expect(await find(`${home}/.claude`)).toMatchObject([{ ...claude(), files: 1 }]);
    chmodSync(`${home}/.claude/projects/-home-x`, 0o700);
  });

  it('say so when the look was cut off, by entries or by time, also of what was not looked at', async () => {
    const places = await findPlaces([home]);
    const look = (entriesLeft: number, ms: number) =>
      lookThrough(places, { entriesLeft, deadlineMs: performance.now() + ms });
    expect((await look(1000, 60_000)).map((each) => each.isPartial)).toEqual([false, false]);
    // Eight entries: five of OpenClaw's folder, three of Claude Code's.
    const cut = await look(8, 60_000);
    expect(cut).toMatchObject([openclaw(), { ...claude(), isPartial: true }]);
    expect(cut[1]?.files).toBeLessThan(2);
    expect(await look(1000, -1)).toEqual([
      { ...openclaw(), files: 0, byteSize: 0, isPartial: true },
      { ...claude(), files: 0, byteSize: 0, isPartial: true },
    ]);
  });

  it('are for owners and operators: a member is told what to do instead', async () => {
    const member = await addTestPerson(store.engine, 'ann@example.org');
    for (const roots of [[home], []])
      await expect(findFolders(writer(store.engine, member), roots)).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('Upload the files instead') as string,
      });
  });

  it('are the roots where the environment names none, as far as they are there', () => {
    expect(homeRoots(home)).toEqual([`${home}/.openclaw/agents`, `${home}/.claude/projects`]);
    expect(homeRoots(`${home}/elsewhere`)).toEqual([]);
    writeFile(home, '.clawdbot/agents', 'a file, not a folder');
    expect(homeRoots(home)).toHaveLength(2);
  });
});
