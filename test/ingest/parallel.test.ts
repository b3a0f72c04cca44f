import { describe, expect, it } from 'vitest';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { DEFINITION, NOW_MS } from '../support/test-store.ts';
import { ImportWorld, reasons } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';
import { readState } from './store-state.ts';

const turns = (count: number): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text: `godwit number ${index}` }));
/** The long one takes several transactions, so that imports meet in the middle of it. */
const FILES = [
  ['long.jsonl', openclawFile('s-long', turns(2100))],
  ['short.jsonl', openclawFile('s-short', turns(3))],
] as const;

describe('imports of the same files at the same time', () => {
  it('leave whole sessions or none, and the next one ends as an undisturbed one does', async () => {
    const alone = await filledWorld();
    await alone.import();
    const expected = await readState(alone, ['godwit']);
    const world = await filledWorld();
    const other = openLocalEngine({
      file: world.store.file,
      definition: DEFINITION,
      isReadOnly: false,
      readParts: recordParts,
      readToolText: recordToolText,
      secret: new Uint8Array(32),
      now: () => NOW_MS,
    });
    const reports = await Promise.all([
      world.import(),
      world.import([world.folder], { engine: other }),
      world.import(),
    ]);
    await other.close();
    const failures = reports.flatMap((report) => report.files.filter((file) => file.status === 'failed'));
    expect(failures.flatMap(reasons).every((reason) => /meanwhile/.test(reason))).toBe(true);
    expect(failures.length).toBeLessThan(6);
    for (const session of await world.sessions())
      expect(['3 4', '2100 2101']).toContain(`${session.messages} ${session.entries}`);
    expect((await world.import()).failed).toBe(0);
    expect(await readState(world, ['godwit'])).toEqual(expected);
    expect(await world.faults()).toEqual([]);
  });

  it('for two people do not meet', async () => {
    const world = await filledWorld();
    const [ann, ben] = [await world.addPerson('ann@example.com'), await world.addPerson('ben@example.com')];
    const reports = await Promise.all([ann, ben].map((person) => world.import([world.folder], { person })));
    expect(reports.map((report) => [report.added, report.failed])).toEqual([
      [2, 0],
      [2, 0],
    ]);
    expect(await readState(world, ['godwit'], ann)).toMatchObject({ hits: { godwit: { length: 100 } } });
    expect(await world.faults()).toEqual([]);
  });

  it('while others search disturb nobody', async () => {
    const world = await filledWorld();
    let isDone = false;
    const importing = world.import().finally(() => (isDone = true));
    let searches = 0;
    while (!isDone) {
      const hits = await world.search('godwit');
      const sessions = new Set(hits.map((hit) => hit.sessionKey));
      if (sessions.has('agent:main:s-long')) expect(hits).toHaveLength(100);
      searches += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await importing).failed).toBe(0);
    expect(searches).toBeGreaterThan(2);
  });
});

async function filledWorld(): Promise<ImportWorld> {
  const world = new ImportWorld();
  for (const [name, content] of FILES) world.write(name, content);
  await world.person();
  return world;
}
