import { beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../support/pooled-store.ts';
import fc from '../support/property.ts';
import { asksArbitrary } from './asks.ts';
import { INSIDE, OUTSIDE } from './doors.ts';
import { expectedHits } from './matches.ts';
import { standingAfter, standingAtFirst, visibleIn } from './oracle.ts';
import { play } from './play.ts';
import { worldArbitrary } from './world.ts';

/** Other ones in each run; `npm run worlds` plays many times as many. */
const WORLDS = 1000;
const WORLDS_OUTSIDE = 50;
const TIMEOUT_MS = 600_000;
const seed = Math.floor(Math.random() * 2 ** 31);

describe('in any world', () => {
  it(
    'nobody is told anything that depends on what they may not see, and everybody is told all of the rest',
    async () => {
      const played = await play({ worlds: WORLDS, seed, door: INSIDE.door, shrinks: true, ...INSIDE.stage });
      expect(played.difference).toBeNull();
      expect(played.worlds).toBe(WORLDS);
    },
    TIMEOUT_MS,
  );

  it('there is much to find, much to hide, and much that is granted', () => {
    const samples = fc.sample(fc.tuple(worldArbitrary, asksArbitrary), { numRuns: 400, seed: 1 });
    const share = (holds: (sample: (typeof samples)[number]) => boolean): number =>
      samples.filter(holds).length / samples.length;
    const atFirst = ([world]: (typeof samples)[number]): number => visibleIn(world, standingAtFirst(world)).size;
    expect(share(([world]) => visibleIn(world, standingAtFirst(world)).size < world.sessions.length)).toBeGreaterThan(
      0.8,
    );
    expect(
      share(([world]) => visibleIn(world, { role: 'member', grants: [] }).size < atFirst([world, []])),
    ).toBeGreaterThan(0.25);
    expect(share(([world]) => world.token !== null)).toBeGreaterThan(0.4);
    const asTheirPerson = ([world]: (typeof samples)[number]): number =>
      visibleIn({ ...world, token: null }, standingAtFirst(world)).size;
    const isPart = (sample: (typeof samples)[number]): boolean =>
      sample[0].token !== null && atFirst(sample) > 0 && atFirst(sample) < asTheirPerson(sample);
    expect(share(isPart)).toBeGreaterThan(0.15);
    expect(share(([world]) => visibleIn(world, standingAfter(world)).size < atFirst([world, []]))).toBeGreaterThan(0.1);
    const searches = samples.flatMap(([world, asks]) =>
      asks.flatMap((ask) => (ask.type === 'search' ? [{ world, ask }] : [])),
    );
    const finding = searches.filter(
      ({ world, ask }) =>
        expectedHits(world, visibleIn(world, standingAtFirst(world)), { ...ask, within: null }).length > 0,
    );
    expect(finding.length / searches.length).toBeGreaterThan(0.3);
  });
});

describe('as the server has it', () => {
  beforeAll(bundlePrograms, TIMEOUT_MS);

  it.each(OUTSIDE)(
    'nobody is told more: $door.name',
    async ({ door, stage }) => {
      const played = await play({ worlds: WORLDS_OUTSIDE, seed, door, shrinks: false, ...stage });
      expect(played.difference).toBeNull();
      expect(played.worlds).toBe(WORLDS_OUTSIDE);
    },
    TIMEOUT_MS,
  );
});
