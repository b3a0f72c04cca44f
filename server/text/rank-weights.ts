/**
 * All numbers that decide an order by relevance. They were chosen by `npm run bench -- quality`, which prints what each
 * is worth on two halves of its questions.
 */
export type RankWeights = {
  /** How soon a further occurrence of a word stops to matter. */
  readonly saturation: number;
  /** How much a long message is marked down, from 0 to 1. */
  readonly lengthPenalty: number;
  /** What being the newest adds; a word found once in a message of average length adds about 1. */
  readonly recency: number;
  /** Partial matches: what two words that stand side by side as in the query add. */
  readonly pair: number;
  /** Partial matches: the share of its own score that the hit right before, right behind, and two away adds. */
  readonly contextBefore: number;
  readonly contextBehind: number;
  readonly contextSecond: number;
  /** Partial matches, one hit a session: the share of its score that the second best one of the session adds. */
  readonly secondInSession: number;
};

export const RANK_WEIGHTS: RankWeights = {
  saturation: 0.9,
  lengthPenalty: 0.3,
  recency: 0.1,
  pair: 1.5,
  contextBefore: 0.5,
  contextBehind: 0.3,
  contextSecond: 0.15,
  secondInSession: 0.2,
};
