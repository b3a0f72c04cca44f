import { describe, expect, it } from 'vitest';
import { BATCH_ENTRIES } from '../../server/transcripts/save.ts';
import { ImportWorld } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';
import { readState } from './store-state.ts';

const turns = (count: number): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text: `avocet number ${index}` }));

describe('an import that is cancelled', () => {
  it('between two files keeps what was imported, and says how far it came', async () => {
    const world = filledWorld();
    const abort = new AbortController();
    const importing = world.import([world.folder], {
      signal: abort.signal,
      onProgress: ({ filesDone }) => filesDone === 1 && abort.abort(),
    });
    await expect(importing).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await world.sessions()).map((session) => session.sessionKey)).toEqual(['agent:main:a']);
  });

  it('in the middle of a long session shows nothing of it, and the next one completes it', async () => {
    const alone = filledWorld();
    await alone.import();
    const expected = await readState(alone, ['avocet']);
    const world = filledWorld();
    const abort = new AbortController();
    const { addEntries } = world.store.engine;
    let batches = 0;
    const importing = world.import([world.folder], {
      signal: abort.signal,
      engine: {
        addEntries: async (...batch) => {
          await addEntries(...batch);
          batches += 1;
          if (batches === 2) abort.abort();
        },
      },
    });
    await expect(importing).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await world.sessions()).map((session) => session.sessionKey)).toEqual(['agent:main:a']);
    expect(await world.search('avocet')).toHaveLength(3);
    expect(await world.import()).toMatchObject({ added: 2, unchanged: 1 });
    expect(await readState(world, ['avocet'])).toEqual(expected);
    expect(await world.faults()).toEqual([]);
  });

  it('before it begins reads nothing', async () => {
    const world = filledWorld();
    await expect(world.import([world.folder], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await world.sessions()).toEqual([]);
  });
});

function filledWorld(): ImportWorld {
  const world = new ImportWorld();
  world.write('a.jsonl', openclawFile('a', turns(3)));
  world.write('b.jsonl', openclawFile('b', turns(BATCH_ENTRIES * 1.5)));
  world.write('c.jsonl', openclawFile('c', turns(3)));
  return world;
}
