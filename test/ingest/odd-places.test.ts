import { once } from 'node:events';
import { appendFileSync, linkSync, renameSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { openRegular } from '../../server/ingest/open-regular.ts';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { bulkyFile, openclawFile, type Turn, turnLine } from './openclaw-file.ts';

const TURNS: readonly Turn[] = Array.from({ length: 6 }, (_, index) => ({
  id: `m${index}`,
  text: `dotterel ${index}`,
}));
const NOT_REGULAR = 'not a regular file';

describe('F9: what is no file of one’s own', () => {
  it('as a socket is reported and never connected to', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    let connections = 0;
    const server = createServer(() => (connections += 1)).listen(world.at('socket.jsonl'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const report = await world.import();
    expect(fileReport(report, 'socket.jsonl')).toMatchObject({ status: 'skipped', skipped: [{ reason: NOT_REGULAR }] });
    expect(fileReport(report, 's1.jsonl').status).toBe('added');
    expect(connections).toBe(0);
  });

  it('as a device is not read, though it has no end', async () => {
    const world = new ImportWorld();
    const [report] = (await world.import(['/dev/zero'])).files;
    expect(report).toMatchObject({ status: 'failed', skipped: [{ reason: 'it is not a regular file', count: 1 }] });
    await expect(openRegular('/dev/zero')).rejects.toThrow(AppError);
  });

  it('as a second name of a file makes no second session', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', openclawFile('s1', TURNS));
    linkSync(file, world.at('s2.jsonl'));
    expect(await world.import()).toMatchObject({ sessions: 1, added: 1, unchanged: 1, failed: 0 });
    expect(await world.search('dotterel')).toHaveLength(TURNS.length);
    unlinkSync(file);
    expect(fileReport(await world.import(), 's2.jsonl').status).toBe('unchanged');
  });
});

describe('F10: a log that is rotated', () => {
  const late = turnLine({ id: 'late', parentId: 'm5', text: 'a late dotterel' });

  it('between two imports adds no turn twice, under the old name and the new one', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', openclawFile('s1', TURNS.slice(0, 4)));
    await world.import();
    renameSync(file, world.at('s1-old.jsonl'));
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    expect(await world.import()).toMatchObject({ sessions: 1, failed: 0 });
    expect(await world.search('dotterel')).toHaveLength(TURNS.length);
    expect((await world.history('s1')).messages.map(({ messageId }) => messageId)).toEqual(TURNS.map(({ id }) => id));
    expect(await world.faults()).toEqual([]);
  });

  it('while it is read in one go gives one of the two whole, and the next import the rest', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', openclawFile('s1', TURNS));
    let isRotated = false;
    const onProgress = ({ bytesDone }: { bytesDone: number }): void => {
      if (isRotated || bytesDone === 0) return;
      isRotated = true;
      renameSync(file, world.at('s1-old.jsonl'));
      appendFileSync(file, openclawFile('s1', TURNS) + late);
    };
    expect(fileReport(await world.import([world.folder], { onProgress }), 's1.jsonl')).toMatchObject({ messages: 6 });
    expect((await world.import()).failed).toBe(0);
    expect(await world.search('dotterel')).toHaveLength(TURNS.length + 1);
    expect(await world.faults()).toEqual([]);
  });

  it('between the two readings of a large one is refused, and shows nothing mixed of both', async () => {
    const world = new ImportWorld();
    const file = world.write('s1.jsonl', bulkyFile('s1', TURNS, 8_800_000));
    const { openSource } = world.store.engine;
    const report = await world.import([world.folder], {
      engine: {
        openSource: async (...ask) => {
          renameSync(file, world.at('s1-old.txt'));
          world.write('s1.jsonl', bulkyFile('s1', TURNS.slice(0, 5), 8_800_000));
          return openSource(...ask);
        },
      },
    });
    expect(reasons(fileReport(report, 's1.jsonl'))).toEqual(['it changed while it was being read; import it again']);
    expect(await world.sessions()).toEqual([]);
    expect(await world.import()).toMatchObject({ added: 1, failed: 0 });
    expect(await world.search('dotterel')).toHaveLength(5);
  });
});
