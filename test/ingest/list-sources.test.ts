import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { SourceFileRow } from '../../server/contract/source.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import { listSourceFiles, listSourceFolders } from '../../server/ingest/list-sources.ts';
import { purgeAccessUnchecked } from '../../server/operate/purge.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { countRemains } from '../operate/remains.ts';
import { NOW_MS, withDatabase } from '../support/test-store.ts';
import { writer } from '../support/transcripts.ts';
import { fileReport, ImportWorld } from './import-world.ts';
import { headerLine, openclawFile, type Turn, turnLine } from './openclaw-file.ts';

const talk = (word: string, turns = 2): readonly Turn[] =>
  Array.from({ length: turns }, (_, index) => ({ id: `m${index}`, text: `${word} number ${index}` }));

async function folders(world: ImportWorld, person: Person, roots: readonly string[] = []) {
  return listSourceFolders(writer(world.store.engine, person), roots);
}

async function files(world: ImportWorld, person: Person, folder: string): Promise<readonly SourceFileRow[]> {
  return (await listSourceFiles(writer(world.store.engine, person), { folder })).files;
}

/** Imports the world's folder as an upload, whose files go by their names in it. */
async function importUpload(world: ImportWorld, person: Person): Promise<void> {
  const input = { paths: [world.folder], format: null, restoresDeleted: false, uploadFolder: world.folder };
  const control = { nowMs: NOW_MS, onProgress: () => undefined, signal: new AbortController().signal };
  await importPaths(writer(world.store.engine, person), input, control);
}

describe('the folders that somebody imported from', () => {
  it('stand by name, with files, bytes and sessions of each, and of nothing below it', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    const sizes = ['b/one.jsonl', 'b/two.jsonl', 'b/deep/three.jsonl', 'a/four.jsonl'].map((name) => {
      const content = openclawFile(path.basename(name, '.jsonl'), talk(name));
      world.write(name, content);
      return Buffer.byteLength(content);
    });
    await world.import();
    const facts = { problems: 0, importedAtMs: NOW_MS, canImportAgain: false };
    expect(await folders(world, ann)).toEqual([
      { folder: world.at('a'), files: 1, byteSize: sizes[3], sessions: 1, ...facts },
      { folder: world.at('b'), files: 2, byteSize: (sizes[0] ?? 0) + (sizes[1] ?? 0), sessions: 2, ...facts },
      { folder: world.at('b/deep'), files: 1, byteSize: sizes[2], sessions: 1, ...facts },
    ]);
  });

  it('count a session once that lies in several of their files', async () => {
    const world = new ImportWorld();
    world.write('a/copy-1.jsonl', openclawFile('same', talk('wren')));
    world.write('a/copy-2.jsonl', openclawFile('same', talk('wren', 3)));
    await world.import();
    expect(await folders(world, await world.person())).toMatchObject([{ files: 2, sessions: 1 }]);
  });

  it('name uploads by their folders in what was sent, and never offer to read them again', async () => {
    const world = new ImportWorld();
    const owner = await world.addPerson('owner@example.org', 'owner');
    world.write('top.jsonl', openclawFile('top', talk('wren')));
    world.write('sessions/in.jsonl', openclawFile('in', talk('wren')));
    await importUpload(world, owner);
    expect(await folders(world, owner, ['/', world.folder])).toMatchObject([
      { folder: 'upload:', files: 1, canImportAgain: false },
      { folder: 'upload:sessions', files: 1, canImportAgain: false },
    ]);
    expect(await files(world, owner, 'upload:')).toMatchObject([{ name: 'top.jsonl', messages: 2 }]);
    expect(await files(world, owner, 'upload:sessions')).toMatchObject([{ name: 'in.jsonl' }]);
  });

  it('may be read again inside the roots, by owners and operators, while no link leads out', async () => {
    const world = new ImportWorld();
    const operator = await world.addPerson('op@example.org', 'operator');
    const ann = await world.person();
    world.write('root/a/one.jsonl', openclawFile('one', talk('wren')));
    world.write('elsewhere/two.jsonl', openclawFile('two', talk('wren')));
    for (const person of [operator, ann]) await world.import([world.folder], { person });
    const again = async (person: Person): Promise<readonly boolean[]> =>
      (await folders(world, person, [world.at('root'), world.at('absent')])).map((each) => each.canImportAgain);
    expect(await again(operator)).toEqual([false, true]);
    expect(await again(ann)).toEqual([false, false]);
    renameSync(world.at('root/a'), world.at('moved'));
    expect(await again(operator)).toEqual([false, false]);
    symlinkSync(world.at('moved'), world.at('root/a'));
    expect(await again(operator)).toEqual([false, false]);
  });

  it('are one’s own: nobody sees those of another, not even an owner', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    const owner = await world.addPerson('owner@example.org', 'owner');
    world.write('a/one.jsonl', openclawFile('one', talk('wren')));
    await world.import();
    expect(await folders(world, owner)).toEqual([]);
    expect(await files(world, owner, world.at('a'))).toEqual([]);
    expect(await folders(world, ann)).toHaveLength(1);
  });
});

describe('the files of a folder', () => {
  it('tell what was kept of each, its sessions, and what was not understood', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    world.write('a/good.jsonl', openclawFile('good', talk('wren', 3)));
    world.write('a/odd.jsonl', `${openclawFile('odd', talk('wren'))}not json\n`);
    const report = await world.import();
    const good = (await world.sessions()).find((session) => session.sessionKey.endsWith('good'));
    const [first, second] = await files(world, ann, world.at('a'));
    expect(first).toEqual({
      name: 'good.jsonl',
      state: 'imported',
      byteSize: Buffer.byteLength(openclawFile('good', talk('wren', 3))),
      importedAtMs: NOW_MS,
      entries: 4,
      messages: 3,
      sessions: [{ sessionId: good?.sessionId, title: 'wren number 0' }],
      issues: [],
    });
    const { entries, messages, skipped } = fileReport(report, 'odd.jsonl');
    expect(skipped).toHaveLength(1);
    expect(second).toMatchObject({ name: 'odd.jsonl', state: 'problems', entries, messages, issues: skipped });
    expect(await folders(world, ann)).toMatchObject([{ files: 2, problems: 1 }]);
  });

  it('forget what is mended, and keep at most 20 kinds of issue, without secrets', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    const secret = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2'}`;
    const typed = (type: string): string => `${JSON.stringify({ type, uuid: type, sessionId: 's' })}\n`;
    const prompt = `${JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'wren' } })}\n`;
    const strange = Array.from({ length: 30 }, (_, index) => typed(`kind-${index}`)).join('');
    const file = world.write('a/5e5e5e5e-1111-4222-8333-444455556666.jsonl', prompt + typed(secret) + strange);
    await world.import();
    const [row] = await files(world, ann, world.at('a'));
    expect(row?.issues).toHaveLength(20);
    expect(JSON.stringify(row)).not.toContain('dE5fG7hJ9');
    expect(JSON.stringify(row)).toContain('[redacted]');
    world.write(path.relative(world.folder, file), prompt);
    await world.import();
    expect(await files(world, ann, world.at('a'))).toMatchObject([{ state: 'imported', issues: [] }]);
  });

  it('come in pages by name, in which none is missing or comes twice, whatever is between in folders below', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    const names = ['10.jsonl', '2.jsonl', 'a%.jsonl', 'a_.jsonl', 'sub.jsonl', 'é.jsonl', '案件.jsonl', '😀.jsonl'];
    for (const [index, name] of names.entries()) world.write(`a/${name}`, openclawFile(`s${index}`, talk('wren')));
    for (const name of ['sub/x.jsonl', 'b/y.jsonl'])
      world.write(`a/${name}`, openclawFile(name[0] ?? '', talk('wren')));
    world.write('a0/z.jsonl', openclawFile('z', talk('wren')));
    await world.import();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const ask = { folder: world.at('a'), limit: 3, ...(cursor === undefined ? {} : { cursor }) };
      const page = await listSourceFiles(writer(world.store.engine, ann), ask);
      seen.push(...page.files.map((file) => file.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
  });

  it('refuse a cursor that is none of theirs', async () => {
    const world = new ImportWorld();
    const scope = writer(world.store.engine, await world.person());
    for (const cursor of ['', '%', 'a===', '\0', '/w=='])
      await expect(listSourceFiles(scope, { folder: '/a', cursor })).rejects.toMatchObject({ kind: 'bad-input' });
    expect(await listSourceFiles(scope, { folder: '/no/such' })).toEqual({ files: [], nextCursor: null });
  });

  it('are unfinished while an import of them was begun and not finished', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    world.write('a/one.jsonl', openclawFile('one', talk('wren')));
    const report = await world.import([world.folder], {
      engine: {
        // Not with others, and not alone either.
        addFiles: async (_, all) => all.map(() => null),
        closeWindow: async () => {
          throw new Error('a fault of this file alone');
        },
      },
    });
    expect(report.failed).toBe(1);
    expect(await files(world, ann, world.at('a'))).toMatchObject([
      { state: 'unfinished', importedAtMs: null, entries: 0, sessions: [] },
    ]);
    expect(await folders(world, ann)).toMatchObject([{ problems: 1, importedAtMs: null, sessions: 0 }]);
    await world.import();
    expect(await files(world, ann, world.at('a'))).toMatchObject([{ state: 'imported', entries: 3 }]);
  });

  it('are told anew of files that were imported before any of this was remembered', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    world.write('a/one.jsonl', openclawFile('one', talk('wren')));
    await world.import();
    withDatabase(world.store.file, (client) =>
      client.exec(
        `UPDATE source_file SET context_hash = '1' || substr(context_hash, 2), format = NULL, entries = 0, messages = 0`,
      ),
    );
    const again = fileReport(await world.import(), 'one.jsonl');
    expect(again).toMatchObject({ status: 'unchanged', added: 0 });
    expect(await files(world, ann, world.at('a'))).toMatchObject([{ entries: 3, messages: 2 }]);
  });
});

describe('a deletion', () => {
  it('takes the file with it that held nothing else, and an import that does not bring it back leaves no trace', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    world.write('zqfolder/zqfile.jsonl', `${openclawFile('one', talk('wren'))}not json\n`);
    world.write('kept/two.jsonl', `${openclawFile('two', talk('wren'))}not json\n`);
    await world.import();
    const remains = (): number => countRemains(world.store.file, ['zqfolder', 'zqfile', '/kept/two.jsonl']);
    expect(remains()).toBe(3);
    await deleteSession(writer(world.store.engine, ann), 'one');
    expect(await purgeAccessUnchecked(world.store.engine)).toBe(true);
    expect(remains()).toBe(1);
    expect(await folders(world, ann)).toMatchObject([{ folder: world.at('kept') }]);
    const report = fileReport(await world.import(), 'zqfile.jsonl');
    expect(report.status).toBe('deleted earlier, not brought back');
    expect(remains()).toBe(1);
  });

  it('of one of a file’s sessions leaves the counts of the others, and nothing that was said of the file', async () => {
    const world = new ImportWorld();
    const ann = await world.person();
    const said = (uuid: string, parentUuid: string | null, isSidechain: boolean): string =>
      `${JSON.stringify({ type: 'user', uuid, parentUuid, isSidechain, sessionId: 's', message: { role: 'user', content: `wren ${uuid}` } })}\n`;
    const lines = [said('u1', null, false), said('u2', 'u1', false), said('k1', null, true), 'not json\n'];
    world.write('a/5e5e5e5e-1111-4222-8333-444455556667.jsonl', lines.join(''));
    await world.import();
    expect(await files(world, ann, world.at('a'))).toMatchObject([{ state: 'problems', messages: 3 }]);
    const side = (await world.sessions()).find((session) => session.kind === 'subagent');
    await deleteSession(writer(world.store.engine, ann), side?.sessionId ?? '');
    const [left] = await files(world, ann, world.at('a'));
    expect(left).toMatchObject({ state: 'imported', messages: 2, issues: [], sessions: [{}] });
    await world.import();
    const [again] = await files(world, ann, world.at('a'));
    expect(again?.state).toBe('problems');
    expect(again?.issues.map(({ reason }) => reason).join()).toContain('deleted earlier');
  });
});

it('a file that is gone keeps what its last import said', async () => {
  const world = new ImportWorld();
  const ann = await world.person();
  mkdirSync(world.at('a'));
  world.write('a/one.jsonl', headerLine('one') + turnLine({ id: 'm1', text: 'wren' }));
  await world.import();
  rmSync(world.at('a'), { recursive: true });
  expect(await folders(world, ann, [world.folder])).toMatchObject([{ files: 1, canImportAgain: false }]);
  expect(await files(world, ann, world.at('a'))).toMatchObject([{ state: 'imported', messages: 1 }]);
});
