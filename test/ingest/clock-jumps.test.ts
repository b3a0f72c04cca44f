import { describe, expect, it } from 'vitest';
import { NOW_MS } from '../support/test-store.ts';
import { fileReport, ImportWorld } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';

const DAY = 86_400_000;
const TEN_YEARS = 3652 * DAY;
const ORDER = Array.from({ length: 8 }, (_, index) => `m${index}`);
const turns = (count: number): readonly Turn[] =>
  ORDER.slice(0, count).map((id, index) => ({ id, text: `phalarope ${index}`, atMs: NOW_MS - DAY + index * 60_000 }));

/** A store whose clock can be set, and imports at what it shows. */
function clockedWorld() {
  const clock = { nowMs: NOW_MS };
  const world = new ImportWorld({ now: () => clock.nowMs });
  const importAll = (): ReturnType<ImportWorld['import']> => world.import([world.folder], { nowMs: clock.nowMs });
  const readIds = async (): Promise<readonly string[]> =>
    (await world.history('s1')).messages.map(({ messageId }) => messageId);
  return { clock, world, importAll, readIds };
}

describe('F14: a clock that jumps ten years', () => {
  it.each([
    ['back', -TEN_YEARS],
    ['ahead', TEN_YEARS],
  ])('%s between two imports of a growing session leaves its order as the file has it', async (_, jumpMs) => {
    const { clock, world, importAll, readIds } = clockedWorld();
    for (const [count, nowMs] of [
      [3, NOW_MS],
      [5, NOW_MS + jumpMs],
      [8, NOW_MS],
    ] as const) {
      world.write('s1.jsonl', openclawFile('s1', turns(count)));
      clock.nowMs = nowMs;
      const report = fileReport(await importAll(), 's1.jsonl');
      expect(report).toMatchObject({ messages: count, active: count });
      expect(await readIds()).toEqual(ORDER.slice(0, count));
      for (const { timestamp } of (await world.history('s1')).messages) expect(timestamp).toBeGreaterThanOrEqual(1000);
    }
    expect(await world.search('phalarope')).toHaveLength(8);
    expect(fileReport(await importAll(), 's1.jsonl')).toMatchObject({ status: 'unchanged', added: 0 });
    expect(await world.faults()).toEqual([]);
  });

  it('back gives no time after the moment of the import, and none before the first second', async () => {
    const { clock, world, importAll } = clockedWorld();
    clock.nowMs = NOW_MS - TEN_YEARS;
    world.write('s1.jsonl', openclawFile('s1', turns(4)));
    await importAll();
    const times = (await world.history('s1')).messages.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.map(() => clock.nowMs));
  });

  it('back to before 1970 still imports, in order', async () => {
    const { clock, world, importAll, readIds } = clockedWorld();
    clock.nowMs = -TEN_YEARS;
    world.write('s1.jsonl', openclawFile('s1', turns(4)));
    expect(fileReport(await importAll(), 's1.jsonl')).toMatchObject({ status: 'added', messages: 4 });
    expect(await readIds()).toEqual(ORDER.slice(0, 4));
    expect(await world.faults()).toEqual([]);
  });

  it('in the middle of an import changes nothing of it: an import has one moment', async () => {
    const steady = clockedWorld();
    const jumping = clockedWorld();
    const { openSource } = jumping.world.store.engine;
    for (const { world } of [steady, jumping]) world.write('s1.jsonl', openclawFile('s1', turns(8)));
    await steady.importAll();
    await jumping.world.import([jumping.world.folder], {
      engine: {
        openSource: async (...ask) => {
          jumping.clock.nowMs -= TEN_YEARS;
          return openSource(...ask);
        },
      },
    });
    expect((await jumping.world.history('s1')).messages).toEqual((await steady.world.history('s1')).messages);
    expect(await jumping.world.faults()).toEqual([]);
  });
});
