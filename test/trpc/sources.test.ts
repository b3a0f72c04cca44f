import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { FoundFolder, ShownJob, SourceFilesReply, SourceFolder } from '../../server/contract/source.ts';
import { openclawFile } from '../ingest/openclaw-file.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { Door } from './door.ts';
import { watchJob } from './stream.ts';

beforeAll(bundlePrograms, 60_000);

describe('the page of sources', () => {
  let door: Door;
  let root: string;
  let operator: Person;
  let ann: Person;
  beforeEach(async () => {
    const roots: string[] = [];
    door = new Door({ importRoots: roots });
    root = path.join(door.store.dataDir, 'allowed');
    roots.push(root);
    mkdirSync(root);
    operator = await door.addPerson('operator', 'operator');
    ann = await door.addPerson('ann');
  });
  afterEach(async () => {
    vi.useRealTimers();
    await door.close();
  });

  const write = (name: string): void =>
    writeFileSync(path.join(root, `${name}.jsonl`), openclawFile(name, [{ id: 'm1', text: `grebe ${name}` }]));
  const importRoot = async (): Promise<string> =>
    (await door.ask<{ jobId: string }>(operator, 'sources.import', { paths: [root] })).jobId;
  const jobs = (person: Person) => door.ask<readonly ShownJob[]>(person, 'sources.jobs', undefined);

  it('finds folders, imports one, and shows it with its files, to whom it belongs', async () => {
    write('one');
    write('two');
    expect(await door.ask<readonly FoundFolder[]>(operator, 'sources.findFolders', undefined)).toMatchObject([
      { path: root, format: 'openclaw', files: 2, isPartial: false },
    ]);
    expect(await door.refusal(ann, 'sources.findFolders', undefined)).toEqual([
      403,
      'Only owners and operators can import from the server. Upload the files instead.',
    ]);
    await watchJob(door, operator, await importRoot());
    const folders = await door.ask<readonly SourceFolder[]>(operator, 'sources.folders', undefined);
    expect(folders).toMatchObject([{ folder: root, files: 2, sessions: 2, problems: 0, canImportAgain: true }]);
    const first = await door.ask<SourceFilesReply>(operator, 'sources.files', { folder: root, limit: 1 });
    const { nextCursor: cursor } = first;
    const second = await door.ask<SourceFilesReply>(operator, 'sources.files', { folder: root, cursor });
    expect([first, second].flatMap((page) => page.files.map((file) => [file.name, file.sessions.length]))).toEqual([
      ['one.jsonl', 1],
      ['two.jsonl', 1],
    ]);
    expect(second.nextCursor).toBeNull();
    expect(await door.ask(ann, 'sources.folders', undefined)).toEqual([]);
    expect(await door.ask(ann, 'sources.files', { folder: root })).toEqual({ files: [], nextCursor: null });
  });

  it('shows one’s own jobs, newest first, with their ends, and nobody else’s', async () => {
    write('one');
    const jobId = await importRoot();
    await watchJob(door, operator, jobId);
    const broken = (await door.ask<{ jobId: string }>(operator, 'sources.import', { paths: [root] })).jobId;
    await door.ask(operator, 'sources.cancel', { jobId: broken });
    await watchJob(door, operator, broken);
    const [newest, oldest] = await jobs(operator);
    expect(oldest).toMatchObject({ jobId, work: 'import', failure: null, report: { added: 1 } });
    expect(oldest?.endedAtMs).toBeGreaterThanOrEqual(oldest?.startedAtMs ?? Number.NaN);
    expect(newest).toMatchObject({ jobId: broken, work: 'import' });
    expect(newest?.startedAtMs).toBeGreaterThanOrEqual(oldest?.startedAtMs ?? Number.NaN);
    expect((newest?.report === null) !== (newest?.failure === null)).toBe(true);
    expect(await jobs(ann)).toEqual([]);
  });

  it('shows a deletion, and why one failed', async () => {
    await door.save(ann, { nativeId: 'gone', entries: [{ id: 'a', text: 'lapwing' }] });
    await door.ask(ann, 'sessions.delete', { session: 'gone' });
    await door.call(ann, 'sessions.delete', { session: 'gone' });
    expect(await jobs(ann)).toMatchObject([
      { work: 'delete', report: null, failure: expect.stringMatching(/^Not found/) as string },
      { work: 'delete', report: null, failure: null },
    ]);
  });

  it('forgets jobs an hour after their end, and none that runs', async () => {
    write('one');
    await watchJob(door, operator, await importRoot());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_599_000 });
    expect(await jobs(operator)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2000);
    expect(await jobs(operator)).toEqual([]);
  });

  it('loads the samples by a job, counts them, and removes them, for the caller alone', async () => {
    await door.save(ann, { nativeId: 'own', entries: [{ id: 'a', text: 'lapwing' }] });
    expect(await door.ask(ann, 'sources.samples', undefined)).toEqual({ loaded: 0, total: 4 });
    const { jobId } = await door.ask<{ jobId: string }>(ann, 'sources.loadSamples', undefined);
    const last = (await watchJob(door, ann, jobId)).at(-1);
    expect(last).toMatchObject({ type: 'done', report: { added: 4, failed: 0 } });
    expect(JSON.stringify(last)).not.toContain(door.store.dataDir);
    expect(JSON.stringify(last)).toContain('samples:openclaw/');
    expect(await jobs(ann)).toMatchObject([{ jobId, work: 'samples' }]);
    expect(await door.ask(ann, 'sources.samples', undefined)).toEqual({ loaded: 4, total: 4 });
    expect(await door.ask(operator, 'sources.samples', undefined)).toEqual({ loaded: 0, total: 4 });
    expect(await door.ask(operator, 'sources.removeSamples', undefined)).toEqual({ removed: 0 });
    expect(await door.ask(ann, 'sources.removeSamples', undefined)).toEqual({ removed: 4 });
    expect(await door.ask(ann, 'sources.samples', undefined)).toEqual({ loaded: 0, total: 4 });
    expect((await door.call(ann, 'sessions.get', { session: 'own' })).status).toBe(200);
  });
});
