import { beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../support/pooled-store.ts';
import { INSIDE } from './doors.ts';
import { play } from './play.ts';
import { VARIANTS } from './variants/registry.ts';

const WORLDS_MAX = 1500;
const SEED = 20_261_101;
const TIMEOUT_MS = 300_000;

/**
 * Here: that the property sees each of them, in a world that was met before. How soon it does in any worlds is measured by
 * `npm run worlds`. The real engine passes the same worlds: that is the other test of this folder.
 */
describe('the world property catches', () => {
  beforeAll(bundlePrograms, TIMEOUT_MS);

  it.each(VARIANTS)(
    '$name',
    async (fault) => {
      const { door, stage } = fault.way ?? INSIDE;
      const played = await play({
        worlds: WORLDS_MAX,
        seed: fault.seed ?? SEED,
        ...stage,
        door,
        shrinks: false,
        fault,
      });
      expect(played.differsAt).not.toBeNull();
    },
    TIMEOUT_MS,
  );

  it('more than a dozen of them', () => {
    expect(VARIANTS.length).toBeGreaterThanOrEqual(12);
    expect(new Set(VARIANTS.map((variant) => variant.name)).size).toBe(VARIANTS.length);
  });
});
