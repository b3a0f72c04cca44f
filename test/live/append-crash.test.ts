import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { ensureBenchBundled } from '../../server/launch/bundle.mjs';
import { ROOT } from '../../server/launch/folders.mjs';
import { Random } from '../bench/random.ts';
import { BUNDLES, bundlePrograms } from '../support/pooled-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { killRound } from './append-kills.ts';
import { LiveServer } from './live-server.ts';

const ROUNDS = 2;

/** `npm run -s bench -- appends` does it 20 times, with 10,000 each. */
describe('a server that is killed while programs append', () => {
  let store: TestStore;
  let server: LiveServer;
  let person: Person;
  beforeAll(async () => {
    await bundlePrograms();
    await ensureBenchBundled(ROOT);
    store = openTestStore({ now: Date.now });
    person = await addTestPerson(store.engine, 'writer@example.org');
    server = await LiveServer.open(store.dataDir, BUNDLES);
  }, 120_000);
  afterAll(async () => {
    await server?.kill();
    await store?.close();
  });

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'has every entry that it acknowledged, in the index too, and none twice (%i)',
    async (round) => {
      const seed = Date.now();
      const result = await killRound(server, person, { appends: 240, round, searches: 20, random: new Random(seed) });
      expect(result, `seed ${seed}`).toMatchObject({ lost: 0, twice: 0, notFound: 0, misplaced: 0 });
      expect(result.acknowledgedAtKill).toBeGreaterThan(0);
      expect((await store.engine.check()).filter((check) => !check.ok)).toEqual([]);
    },
  );
});
