import { describe, expect, it } from 'vitest';
import type { PersonId } from '../../server/contract/actor.ts';
import { HALF_LIFE_MS, HEAVY_MS, RecentUse } from '../../server/engine/sqlite/recent-use.ts';

const ANN = 1 as PersonId;
const BOB = 2 as PersonId;

describe('what people have used lately', () => {
  it('adds up for each of them, and counts half after every half-life', () => {
    const use = new RecentUse();
    use.add(ANN, 400, 0);
    use.add(ANN, 400, HALF_LIFE_MS);
    use.add(BOB, 30, HALF_LIFE_MS);
    expect([use.of(ANN, HALF_LIFE_MS), use.of(BOB, HALF_LIFE_MS)]).toEqual([600, 30]);
    expect([use.of(ANN, 3 * HALF_LIFE_MS), use.of(3 as PersonId, 0)]).toEqual([150, 0]);
  });

  it('makes somebody heavy from a bound on, until it is half forgotten', () => {
    const use = new RecentUse();
    use.add(ANN, HEAVY_MS - 1, 0);
    expect(use.isHeavy(ANN, 0)).toBe(false);
    use.add(ANN, 1, 0);
    expect([use.isHeavy(ANN, 0), use.isHeavy(ANN, 1)]).toEqual([true, false]);
  });

  it('makes nobody heavy who searches every two seconds, and everybody who keeps a child busy', () => {
    const use = new RecentUse();
    for (let nowMs = 0; nowMs < 600_000; nowMs += 2000) {
      use.add(ANN, 100, nowMs);
      expect(use.isHeavy(ANN, nowMs)).toBe(false);
    }
    let heavyAtMs = 0;
    for (; !use.isHeavy(BOB, heavyAtMs); heavyAtMs += 50) use.add(BOB, 50, heavyAtMs);
    expect(heavyAtMs).toBeLessThan(1.1 * HEAVY_MS);
  });
});
