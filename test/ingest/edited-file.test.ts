import { statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifySession } from '../../server/operate/verify-session.ts';
import { reader } from '../support/transcripts.ts';
import { ImportWorld } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';

const FILE = 'agents/main/sessions/s-1.jsonl';
const KEY = 'agent:main:s-1';
const turns = (count: number): Turn[] =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text: `wren number ${index}` }));
const edited = (all: readonly Turn[], ...indexes: readonly number[]): Turn[] =>
  all.map((turn, index) => (indexes.includes(index) ? { ...turn, text: `robin ${turn.id}, and a longer text` } : turn));

describe('a file that was edited in place', () => {
  let world: ImportWorld;
  beforeEach(() => {
    world = new ImportWorld();
  });

  async function importFile(all: readonly Turn[]) {
    world.write(FILE, openclawFile('s-1', [...all]));
    return (await world.import()).files[0];
  }

  it('shows what it says now, also when it has become shorter', async () => {
    await importFile(turns(6));
    expect(await importFile(edited(turns(1), 0))).toMatchObject({ status: 'updated', added: 1 });
    expect(await world.search('robin')).toHaveLength(1);
    expect(await world.search('"wren number 0"')).toHaveLength(0);
    expect(await world.search('"wren number 5"')).toHaveLength(1);
    expect(await world.faults()).toEqual([]);
  });

  it('does not replace what it holds when an older copy lies elsewhere', async () => {
    await importFile(edited(turns(6), 2));
    world.write('copies/s-1.jsonl', openclawFile('s-1', turns(4)));
    await world.import();
    expect(await world.search('robin')).toHaveLength(1);
    expect(await world.search('"wren number 2"')).toHaveLength(0);
  });

  it('is proven whole after its lines have moved', async () => {
    await importFile(turns(4));
    await importFile(edited(turns(4), 0, 2));
    const { ok, files } = await verifySession(reader(world.store.engine, await world.person()), KEY);
    expect(files).toMatchObject([{ file: 'same', replaced: 2, absent: 0, damaged: 0, firstDifferentLine: null }]);
    expect(ok).toBe(true);
  });

  it('says which records are kept that it no longer holds', async () => {
    await importFile(turns(6));
    await importFile(turns(2));
    const { ok, files } = await verifySession(reader(world.store.engine, await world.person()), KEY);
    expect(files).toMatchObject([{ file: 'same', absent: 4, damaged: 0 }]);
    expect(ok).toBe(true);
  });

  it('is not written again when it is unchanged', async () => {
    await importFile(turns(6));
    const before = statSync(`${world.store.file}-wal`).size;
    expect(await importFile(turns(6))).toMatchObject({
      status: 'unchanged',
      messages: 6,
      active: 6,
      added: 0,
      sessionKey: KEY,
    });
    expect(statSync(`${world.store.file}-wal`).size).toBe(before);
  });
});
