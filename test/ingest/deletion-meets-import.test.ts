import { describe, expect, it } from 'vitest';
import { purgeAccessUnchecked } from '../../server/operate/purge.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { BATCH_ENTRIES } from '../../server/transcripts/save.ts';
import { writer } from '../support/transcripts.ts';
import { ImportWorld } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';

/** Takes three transactions. */
const LONG = 2 * BATCH_ENTRIES + 100;
const turns = (count: number, word: string): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text: `${word} number ${index}` }));

describe('F16: an import while others search, delete and purge', () => {
  it('comes to its end, shows whole sessions only at every commit, and what was deleted stays away', async () => {
    const world = new ImportWorld();
    world.write('past.jsonl', openclawFile('s-gone', turns(40, 'whimbrel')));
    await world.import();
    world.write('long.jsonl', openclawFile('s-long', turns(LONG, 'knot')));
    const { addEntries, closeWindow } = world.store.engine;
    const scope = writer(world.store.engine, await world.person());
    const seen = new Set<number>();
    let commits = 0;
    const look = async (): Promise<void> => {
      commits += 1;
      if (commits === 1) await deleteSession(scope, 's-gone');
      else await world.store.engine.purgeStep();
      seen.add((await world.search('knot')).length);
      expect(await world.search('whimbrel')).toEqual([]);
      for (const session of await world.sessions())
        expect([session.sessionKey, session.messages]).toEqual(['agent:main:s-long', LONG]);
    };
    const report = await world.import([world.at('long.jsonl'), world.at('past.jsonl')], {
      engine: {
        addEntries: async (...ask) => {
          await addEntries(...ask);
          await look();
        },
        closeWindow: async (...ask) => {
          await closeWindow(...ask);
          await look();
        },
      },
    });
    expect(report).toMatchObject({ added: 1, failed: 0 });
    expect(report.files.map((file) => file.status)).toEqual(['added', 'deleted earlier, not brought back']);
    expect(commits).toBeGreaterThan(3);
    expect([...seen]).toEqual([0, 100]);
    expect(await purgeAccessUnchecked(world.store.engine)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });

  it('of the very session that is deleted stops itself alone, and leaves nothing of it', async () => {
    const world = new ImportWorld();
    world.write('long.jsonl', openclawFile('s-long', turns(10, 'knot')));
    await world.import();
    world.write('long.jsonl', openclawFile('s-long', turns(LONG, 'knot')));
    world.write('other.jsonl', openclawFile('s-other', turns(3, 'ruff')));
    const { addEntries } = world.store.engine;
    const scope = writer(world.store.engine, await world.person());
    let isDeleted = false;
    const report = await world.import([world.folder], {
      engine: {
        addEntries: async (...ask) => {
          await addEntries(...ask);
          if (!isDeleted) await deleteSession(scope, 's-long');
          isDeleted = true;
        },
      },
    });
    expect(report.files.map((file) => file.status)).toEqual(['failed', 'added']);
    expect(await world.search('knot')).toEqual([]);
    expect((await world.sessions()).map((session) => session.sessionKey)).toEqual(['agent:main:s-other']);
    expect((await world.import()).files[0]?.status).toBe('deleted earlier, not brought back');
    expect(await purgeAccessUnchecked(world.store.engine)).toBe(true);
    expect(await world.faults()).toEqual([]);
  });
});
