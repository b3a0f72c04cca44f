import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { ImportReport } from '../../server/contract/import.ts';
import { listSourceFolders } from '../../server/ingest/list-sources.ts';
import { countSamples } from '../../server/ingest/samples.ts';
import { removeSamples } from '../../server/operate/remove-samples.ts';
import { runJobAccessUnchecked } from '../../server/operate/run-job.ts';
import { redact } from '../../server/redaction/redact.ts';
import { countRemains } from '../operate/remains.ts';
import { NOW_MS } from '../support/test-store.ts';
import { saveTestTranscript, writer } from '../support/transcripts.ts';
import { ImportWorld } from './import-world.ts';

const FOLDER = path.resolve('server/ingest/samples');

async function load(world: ImportWorld, { email }: Person, folder = FOLDER): Promise<ImportReport> {
  const control = { nowMs: NOW_MS, onProgress: () => undefined, signal: new AbortController().signal };
  const job = { job: 'samples', email, folder } as const;
  return (await runJobAccessUnchecked(world.store.engine, job, control)) as ImportReport;
}

const count = (world: ImportWorld, person: Person) => countSamples(writer(world.store.engine, person));

describe('the samples', () => {
  it('are imported whole, with nothing to complain of, and are the ones that are known', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    expect(await count(world, ann)).toEqual({ loaded: 0, total: 4 });
    const report = await load(world, ann);
    expect(report).toMatchObject({ sessions: 4, added: 4, failed: 0 });
    expect(report.files.flatMap((file) => file.skipped)).toEqual([]);
    expect(await count(world, ann)).toEqual({ loaded: 4, total: 4 });
    for (const { kind, messages } of await world.sessions()) {
      expect(messages).toBeGreaterThanOrEqual(kind === 'subagent' ? 5 : 15);
      expect(messages).toBeLessThanOrEqual(40);
    }
    expect(await world.faults()).toEqual([]);
  });

  it('show a rewound branch, a compaction, a sub-agent below its session, and text in other scripts', async () => {
    const world = new ImportWorld();
    await load(world, await world.person());
    const sessions = await world.sessions();
    const titled = (title: string) => sessions.find((each) => each.title?.startsWith(title));
    const off = await world.search('540 branch:any');
    expect([off.length, (await world.search('540')).length]).toEqual([1, 0]);
    const compacted = await world.history(titled('CSV import')?.sessionId ?? '');
    expect(compacted.messages.map((message) => message.kind)).toContain('compaction');
    const child = titled('Compare recurrence libraries');
    expect(child).toMatchObject({ kind: 'subagent', parentSessionId: titled('Choose a library')?.sessionId });
    expect(await world.search('文字')).toEqual([]);
    expect((await world.search('引用符')).length).toBe(1);
  });

  it('are called the same wherever they lie, and loading them again changes nothing', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    await load(world, ann);
    cpSync(FOLDER, world.at('moved'), { recursive: true });
    expect(await load(world, ann, world.at('moved'))).toMatchObject({ added: 0, updated: 0, unchanged: 4, failed: 0 });
    const folders = await listSourceFolders(writer(world.store.engine, ann), [world.folder, FOLDER]);
    expect(folders.map(({ folder }) => folder)).toEqual([
      'samples:claude-code/projects/-home-mira-almanac',
      'samples:claude-code/projects/-home-mira-almanac/5a3d1e00-0000-4000-8000-000000000003/subagents',
      'samples:claude-code/projects/-home-mira-ledger',
      'samples:openclaw/agents/scout/sessions',
    ]);
    expect(folders.some((folder) => folder.canImportAgain)).toBe(false);
    expect(countRemains(world.store.file, [FOLDER, world.at('moved')])).toBe(0);
  });

  it('are removed with every byte, and nothing else is: no session of one’s own, no samples of another', async () => {
    const world = new ImportWorld();
    const owner = await world.addPerson('owner@example.org', 'owner');
    const bob = await world.addPerson('bob@example.org');
    await load(world, owner);
    await load(world, bob);
    const scope = writer(world.store.engine, owner);
    // A native id is one format's own: this is no sample.
    await saveTestTranscript(scope, {
      nativeId: '5a3d1e00-0000-4000-8000-000000000002',
      entries: [{ id: 'a', text: 'kept wren' }],
    });
    expect(await removeSamples(scope)).toEqual({ removed: 4 });
    expect([await count(world, owner), await count(world, bob)]).toEqual([
      { loaded: 0, total: 4 },
      { loaded: 4, total: 4 },
    ]);
    expect(await world.search('wren', owner)).toHaveLength(1);
    expect(await removeSamples(writer(world.store.engine, bob))).toEqual({ removed: 4 });
    expect(countRemains(world.store.file, ['samples:', '引用符', '540 requests waited on staging'])).toBe(0);
    expect(await removeSamples(scope)).toEqual({ removed: 0 });
    expect(await world.faults()).toEqual([]);
  });

  it('come back when they are loaded again after a removal', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    await load(world, ann);
    await removeSamples(writer(world.store.engine, ann));
    expect(await load(world, ann)).toMatchObject({ added: 4 });
    expect(await count(world, ann)).toMatchObject({ loaded: 4 });
  });

  it('hold no address, no secret-like word and no machine’s path', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name));
    expect(files).toHaveLength(5);
    for (const name of files) {
      const text = readFileSync(path.join(FOLDER, name), 'utf8');
      expect(text).not.toMatch(/@|password|\/root\//i);
      expect(redact(text).masks).toEqual([]);
      for (const found of text.matchAll(/https:\/\/([^/"]+)/g)) expect(found[1]).toMatch(/\.example\.org$/);
    }
  });
});
