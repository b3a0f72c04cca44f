import { appendFileSync, renameSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { bulkyFile, openclawFile, type Turn, turnLine } from './openclaw-file.ts';

const TURNS: readonly Turn[] = Array.from({ length: 20 }, (_, index) => ({
  id: `m${index}`,
  text: `osprey number ${index}`,
}));
/** Such a file is read twice: once for its outlines, once to store it. */
const BYTES = 8_800_000;
const CHANGED = 'it changed while it was being read; import it again';

/** Runs something once. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

describe('a file that changes while it is read', () => {
  it('by growing gives what was there at first, and the rest at the next import', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', openclawFile('s1', TURNS));
    const grow = once(() => appendFileSync(file, turnLine({ id: 'late', parentId: 'm19', text: 'late osprey' })));
    const first = await world.import([world.folder], { onProgress: ({ bytesDone }) => bytesDone > 0 && grow() });
    expect(first.failed).toBe(0);
    expect(await world.search('late')).toEqual([]);
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'updated', added: 1, messages: 21 });
    expect(await world.search('late osprey')).toHaveLength(1);
  });

  it('by growing between two readings gives what was there at first', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', bulkyFile('s1', TURNS, BYTES));
    const grow = once(() => appendFileSync(file, turnLine({ id: 'late', parentId: 'm19-tool', text: 'late osprey' })));
    const report = await importWith(world, grow);
    expect(report).toMatchObject({ status: 'added', messages: 20 });
    expect(await world.search('osprey')).toHaveLength(20);
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'updated', added: 1 });
  });

  it.each([
    ['by losing its end', (file: string) => truncateSync(file, 5_000_000)],
    ['by losing all', (file: string) => truncateSync(file, 0)],
    [
      'in place',
      (file: string) =>
        writeFileSync(
          file,
          bulkyFile(
            's1',
            TURNS.map((turn) => ({ ...turn, text: turn.text.replace('osprey', 'condor') })),
            BYTES,
          ),
        ),
    ],
  ])('%s shows nothing of itself, and comes whole at the next import', async (_, change) => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', bulkyFile('s1', TURNS, BYTES));
    const report = await importWith(
      world,
      once(() => change(file)),
    );
    expect(report).toMatchObject({ status: 'failed', entries: 0 });
    expect(reasons(report)).toEqual([CHANGED]);
    expect(await world.sessions()).toEqual([]);
    expect(await world.search('osprey OR condor')).toEqual([]);
    world.write('s1.jsonl', bulkyFile('s1', TURNS, BYTES));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'added', messages: 20 });
    expect(await world.search('osprey')).toHaveLength(20);
    expect(await world.faults()).toEqual([]);
  });

  it('leaves what an earlier import showed as it was', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', bulkyFile('s1', TURNS.slice(0, 10), BYTES / 2));
    await world.import();
    const before = await world.history('s1');
    const file = world.write('s1.jsonl', bulkyFile('s1', TURNS, BYTES));
    expect(
      (
        await importWith(
          world,
          once(() => truncateSync(file, 5_000_000)),
        )
      ).status,
    ).toBe('failed');
    expect(await world.history('s1')).toEqual(before);
    expect(await world.search('osprey')).toHaveLength(10);
    expect(await world.faults()).toEqual([]);
  });

  it('into a symbolic link is not followed', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', openclawFile('s1', TURNS));
    const swap = once(() => {
      renameSync(file, `${file}.txt`);
      symlinkSync(`${file}.txt`, file);
    });
    const report = fileReport(await world.import([world.folder], { onProgress: swap }), 's1.jsonl');
    expect(reasons(report)).toEqual(['it became a symbolic link']);
    expect(await world.sessions()).toEqual([]);
    unlinkSync(file);
  });

  it('by getting shorter later keeps what was imported', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    await world.import();
    world.write('s1.jsonl', openclawFile('s1', TURNS.slice(0, 3)));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'unchanged', added: 0 });
    expect(await world.search('osprey')).toHaveLength(20);
  });
});

/** Imports the world's folder; `change` happens between the first reading of the file and the second one. */
async function importWith(world: ImportWorld, change: () => void) {
  const { openSource } = world.store.engine;
  const report = await world.import([world.folder], {
    engine: {
      openSource: async (...ask) => {
        change();
        return openSource(...ask);
      },
    },
  });
  return fileReport(report, 's1.jsonl');
}
