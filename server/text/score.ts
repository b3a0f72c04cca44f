import type { RankWeights } from './rank-weights.ts';

/** One match: its length in index terms, how often each phrase of the query occurs in it, and its time in Unix ms. */
export type Candidate = { readonly lengthInTerms: number; readonly counts: readonly number[]; readonly timeMs: number };

/** What recency adds halves with each such time behind the newest candidate. */
const RECENCY_HALF_LIFE_MS = 30 * 86_400_000;
const SCORE_STEPS = 10_000;

/**
 * A score for each candidate, in their order: BM25 plus recency. All statistics (how many hold a phrase, the average
 * length, the newest time) come from these candidates alone. Rounded to 4 digits; never NaN.
 */
export function scoreCandidates(candidates: readonly Candidate[], weights: RankWeights): number[] {
  const { saturation, lengthPenalty } = weights;
  const rarities = raritiesOf(candidates);
  const averageLength = averageOf(candidates.map(({ lengthInTerms }) => finite(lengthInTerms)));
  const newestMs = candidates.reduce((newest, { timeMs }) => Math.max(newest, finite(timeMs)), 0);
  return candidates.map(({ counts, lengthInTerms, timeMs }) => {
    const lengthRatio = averageLength > 0 ? finite(lengthInTerms) / averageLength : 1;
    const damping = saturation * (1 - lengthPenalty + lengthPenalty * lengthRatio);
    let relevance = 0;
    for (const [index, rarity] of rarities.entries()) {
      const count = finite(counts[index]);
      relevance += rarity * (saturation + 1) * (count / (count + damping));
    }
    const recency = 2 ** ((finite(timeMs) - newestMs) / RECENCY_HALF_LIFE_MS);
    return roundScore(relevance + weights.recency * recency);
  });
}

/** To 4 digits, so that sums in another order give the same score. */
export function roundScore(score: number): number {
  return Math.round(score * SCORE_STEPS) / SCORE_STEPS;
}

/** A phrase that every candidate holds still counts: its rarity is 1, and grows for those that fewer hold. */
function raritiesOf(candidates: readonly Candidate[]): number[] {
  const holders: number[] = [];
  for (const { counts } of candidates) {
    for (const [index, count] of counts.entries()) holders[index] = (holders[index] ?? 0) + (finite(count) > 0 ? 1 : 0);
  }
  return holders.map((holding) => 1 + Math.log((candidates.length + 1) / (holding + 1)));
}

function averageOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;
}
