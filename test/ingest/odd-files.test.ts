import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { fileReport, ImportWorld, reasons, writeFile } from './import-world.ts';
import { openclawFile } from './openclaw-file.ts';

const ONE_TURN = openclawFile('s1', [{ id: 'm1', text: 'a plain heron' }]);

describe('a folder with odd things in it', () => {
  it('is imported around a named pipe, which is reported and never waited for', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', ONE_TURN);
    execFileSync('mkfifo', [world.at('pipe.jsonl')]);
    const report = await world.import();
    expect(fileReport(report, 's1.jsonl').status).toBe('added');
    expect(fileReport(report, 'pipe.jsonl')).toMatchObject({
      status: 'skipped',
      skipped: [{ reason: 'not a regular file', count: 1 }],
    });
    expect(report.failed).toBe(0);
  });

  it('is not left through symbolic links, which are reported', async () => {
    const world = new ImportWorld();
    const outside = new ImportWorld();
    outside.write('secret.jsonl', openclawFile('outside', [{ id: 'm1', text: 'an outside heron' }]));
    world.write('s1.jsonl', ONE_TURN);
    symlinkSync(outside.at('secret.jsonl'), world.at('link.jsonl'));
    symlinkSync(outside.folder, world.at('linked'));
    symlinkSync(world.folder, world.at('loop'));
    symlinkSync('/nowhere', world.at('dangling.jsonl'));
    const report = await world.import();
    for (const name of ['link.jsonl', 'linked', 'loop', 'dangling.jsonl']) {
      expect(fileReport(report, name), name).toMatchObject({
        status: 'skipped',
        skipped: [{ reason: 'a symbolic link, not followed' }],
      });
    }
    expect(await world.search('heron')).toHaveLength(1);
  });

  it('says of folders nested too deep that they are not read', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', ONE_TURN);
    const deep = Array.from({ length: 40 }, () => 'd').join('/');
    world.write(`${deep}/s2.jsonl`, openclawFile('s2', [{ id: 'm1', text: 'a deep heron' }]));
    const report = await world.import();
    expect(await world.search('heron')).toHaveLength(1);
    const skipped = report.files.filter((file) => file.status === 'skipped');
    expect(skipped).toHaveLength(1);
    expect(skipped[0]?.skipped[0]?.reason).toMatch(/more than 32 folders/);
  });

  it('gives a report for files that vanish before they are read', async () => {
    const world = new ImportWorld();
    const gone = world.write('s1.jsonl', ONE_TURN);
    world.write('s2.jsonl', openclawFile('s2', [{ id: 'm1', text: 'a second heron' }]));
    const report = await world.import([world.folder], { onProgress: () => rmSync(gone, { force: true }) });
    expect(fileReport(report, 's1.jsonl')).toMatchObject({
      status: 'failed',
      skipped: [{ reason: 'it is gone', count: 1 }],
    });
    expect(fileReport(report, 's2.jsonl').status).toBe('added');
    expect(report.failed).toBe(1);
  });

  it('tells of names that are no text', async () => {
    const world = new ImportWorld();
    writeFileSync(
      Buffer.concat([Buffer.from(`${world.folder}/bad-`), Buffer.from([0xff]), Buffer.from('.jsonl')]),
      ONE_TURN,
    );
    const [report] = (await world.import()).files;
    expect(report).toMatchObject({ status: 'failed', skipped: [{ reason: 'its name is not valid UTF-8: rename it' }] });
  });

  it('is read once where paths overlap', async () => {
    const world = new ImportWorld();
    const file = world.write('a/s1.jsonl', ONE_TURN);
    const report = await world.import([file, world.folder, path.dirname(file), file]);
    expect(report.files).toHaveLength(1);
    expect(report).toMatchObject({ sessions: 1, added: 1 });
  });

  it('reports empty files and files of no known format', async () => {
    const world = new ImportWorld();
    world.write('empty.jsonl', '');
    world.write('notes.txt', 'nothing of this kind');
    const report = await world.import();
    expect(reasons(fileReport(report, 'empty.jsonl'))).toEqual(['the file is empty']);
    expect(reasons(fileReport(report, 'notes.txt'))).toEqual(['no transcript format that is known here']);
    expect(report).toMatchObject({ sessions: 0, failed: 0 });
  });
});

describe('a file without records where transcripts are kept', () => {
  it.each([
    ['empty', '', 'the file is empty'],
    ['of blank lines', '\n \r\n\t\n', 'the file holds no records'],
    ['of a byte order mark', '\uFEFF', 'the file holds no records'],
  ])('%s is skipped with a reason', async (_, content, reason) => {
    const world = new ImportWorld();
    world.write('agents/main/sessions/s1.jsonl', content);
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report).toMatchObject({ status: 'skipped', format: 'openclaw', skipped: [{ reason, count: 1 }] });
    expect(await world.sessions()).toEqual([]);
  });
});

describe('a path that is given', () => {
  it('must be there, before anything is imported', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', ONE_TURN);
    await expect(world.import([world.folder, '/nowhere/at-all'])).rejects.toThrow(
      new AppError('bad-input', 'There is nothing at /nowhere/at-all. Check the path.'),
    );
    expect(await world.sessions()).toEqual([]);
  });

  it('may not be a symbolic link', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', ONE_TURN);
    symlinkSync(world.at('s1.jsonl'), world.at('link.jsonl'));
    await expect(world.import([world.at('link.jsonl')])).rejects.toThrow(/is a symbolic link/);
  });

  it('as a file takes what its folder says about it, without reporting the neighbours', async () => {
    const world = new ImportWorld();
    const folder = world.at('agents/main/sessions');
    mkdirSync(folder, { recursive: true });
    const file = writeFile(folder, 's1.jsonl', ONE_TURN);
    writeFile(
      folder,
      'sessions.json',
      JSON.stringify({ 'agent:main:main': { sessionId: 's1', displayName: 'Bird talk' } }),
    );
    const report = await world.import([file]);
    expect(report.files.map((each) => each.sessionKey)).toEqual(['agent:main:main']);
    expect(await world.sessions()).toMatchObject([{ sessionKey: 'agent:main:main', title: 'Bird talk' }]);
  });
});

describe('a store beside the file that is given', () => {
  it('is reported when it cannot be read: the file may belong to a session that only the store names', async () => {
    const world = new ImportWorld();
    const file = world.write('agents/main/sessions/s1.jsonl', ONE_TURN);
    world.write('agents/main/sessions/sessions.json', '{"agent:main:main": {"sessionId": "s1"');
    const report = await world.import([file]);
    expect(fileReport(report, 's1.jsonl').status).toBe('added');
    expect(fileReport(report, 'sessions.json').status).toBe('failed');
    expect(reasons(fileReport(report, 'sessions.json'))[0]).toMatch(/holds no JSON object/);
    expect(report.failed).toBe(1);
  });
});

describe('memory', () => {
  it('does not hold the beginnings of all files that were found', async () => {
    const world = new ImportWorld();
    for (let index = 0; index < 600; index += 1) world.write(`n/${index}.txt`, Buffer.alloc(65_536, 0x61));
    let most = 0;
    await world.import([world.folder], {
      onProgress: () => (most = Math.max(most, process.memoryUsage().arrayBuffers)),
    });
    expect(most).toBeLessThan(34_000_000);
  });
});
