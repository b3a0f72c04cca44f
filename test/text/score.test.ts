import { describe, expect, it } from 'vitest';
import { RANK_WEIGHTS } from '../../server/text/rank-weights.ts';
import { type Candidate, scoreCandidates as scoreBy } from '../../server/text/score.ts';
import fc from '../support/property.ts';

const DAY_MS = 86_400_000;
const base: Candidate = { lengthInTerms: 100, counts: [1, 1], timeMs: 1000 * DAY_MS };

/** The numbers below were worked out for these. */
const WEIGHTS = { ...RANK_WEIGHTS, saturation: 1.2, lengthPenalty: 0.4, recency: 0.1 };
const scoreCandidates = (candidates: readonly Candidate[], weights = WEIGHTS): number[] => scoreBy(candidates, weights);

describe('scoreCandidates', () => {
  it('puts more occurrences, shorter and newer messages first', () => {
    const [plain = 0, more = 0, longer = 0, older = 0] = scoreCandidates([
      base,
      { ...base, counts: [3, 1] },
      { ...base, lengthInTerms: 1000 },
      { ...base, timeMs: base.timeMs - 60 * DAY_MS },
    ]);
    expect(more).toBeGreaterThan(plain);
    expect(longer).toBeLessThan(plain);
    expect(older).toBeLessThan(plain);
  });

  it('counts a word that fewer candidates hold for more, and one that all hold still for something', () => {
    const candidates = [
      ...Array.from({ length: 50 }, () => ({ ...base, counts: [1, 0] })),
      { ...base, counts: [0, 1] },
    ];
    const scores = scoreCandidates(candidates);
    expect(scores.at(-1)).toBeGreaterThan(2 * (scores[0] ?? 0));
    const [once = 0, often = 0] = scoreCandidates([
      { ...base, counts: [1] },
      { ...base, counts: [9] },
    ]);
    expect(often - once).toBeGreaterThan(0.5);
  });

  it('lets recency decide little: it is bounded by one constant', () => {
    const old = { ...base, timeMs: 0 };
    const [newScore = 0, oldScore = 0] = scoreCandidates([base, old]);
    expect(newScore - oldScore).toBeCloseTo(0.1, 4);
    const [without = 0, again = 0] = scoreCandidates([base, old], { ...WEIGHTS, recency: 0 });
    expect(without).toBe(again);
  });

  it('gives the values worked out by hand', () => {
    // One candidate: rarity 1, average length, newest: 1 × 1 × 2.2 / (1 + 1.2) + 0.1.
    expect(scoreCandidates([{ ...base, counts: [1] }])).toEqual([1.1]);
    // Two of length 50 and 150, one word in both, twice in the longer; 2 × 2.2 / (2 + 1.2 × (0.6 + 0.4 × 1.5)).
    const scores = scoreCandidates(
      [
        { lengthInTerms: 50, counts: [1], timeMs: 5 },
        { lengthInTerms: 150, counts: [2], timeMs: 5 },
      ],
      { ...WEIGHTS, recency: 0 },
    );
    expect(scores).toEqual([1.1224, 1.2791]);
  });

  it('is a number of at most 4 digits for any input, the same each time', () => {
    const number = fc.oneof(fc.nat(), fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300));
    const candidate = fc.record({ lengthInTerms: number, counts: fc.array(number, { maxLength: 3 }), timeMs: number });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 20 }), (candidates) => {
        const scores = scoreCandidates(candidates);
        expect(scores).toHaveLength(candidates.length);
        for (const score of scores) {
          expect(Number.isFinite(score)).toBe(true);
          expect(Math.round(score * 10_000) / 10_000).toBe(score);
        }
        expect(scoreCandidates(candidates)).toEqual(scores);
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(scoreCandidates([])).toEqual([]);
    expect(scoreCandidates([{ lengthInTerms: 0, counts: [], timeMs: 0 }])).toEqual([0.1]);
  });
});
