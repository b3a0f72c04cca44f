import { describe, expect, it } from 'vitest';
import { INSIDE } from './doors.ts';
import { play } from './play.ts';
import { VARIANTS } from './variants/registry.ts';

const WORLDS_MAX = 1500;
const SEED = 20_261_101;
const TIMEOUT_MS = 300_000;

/** The real engine passes the same worlds: that is the other test of this folder. */
describe('the world property catches', () => {
  it.each(VARIANTS)(
    '$name',
    async (fault) => {
      const played = await play({ worlds: WORLDS_MAX, seed: SEED, door: INSIDE.door, shrinks: false, fault });
      expect(played.differsAt).not.toBeNull();
    },
    TIMEOUT_MS,
  );

  it('more than a dozen of them', () => {
    expect(VARIANTS.length).toBeGreaterThanOrEqual(12);
    expect(new Set(VARIANTS.map((variant) => variant.name)).size).toBe(VARIANTS.length);
  });
});
