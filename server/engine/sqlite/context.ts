import type { RankWeights } from '../../text/rank-weights.ts';
import { roundScore } from '../../text/score.ts';
import type { Scored } from './candidates.ts';
import type { Connection } from './open.ts';

/** Messages whose neighbours are looked at: the best by themselves. */
const CONTEXT_MAX = 400;

/**
 * Adds to the best hits what the hits right before and behind them in the same conversation score by themselves: an
 * answer seldom repeats the words of its question. Neighbours that are no hits add nothing, so the scope is not widened.
 */
export function addContext(connection: Connection, scored: readonly Scored[], weights: RankWeights): readonly Scored[] {
  const own = new Map(scored.map((hit) => [placeOf(hit.windowId, hit.walk), hit.score]));
  const neighbours = neighbourReader(connection);
  const inOrder = scored.toSorted((a, b) => b.score - a.score || b.timeMs - a.timeMs || a.position - b.position);
  return inOrder.map((hit, index) => {
    if (index >= CONTEXT_MAX || hit.walk === null) return hit;
    const { before, behind } = neighbours(hit.windowId, hit.walk);
    const scoreAt = (walk: number | undefined): number =>
      walk === undefined ? 0 : (own.get(placeOf(hit.windowId, walk)) ?? 0);
    const context =
      weights.contextBefore * scoreAt(before[0]) +
      weights.contextBehind * scoreAt(behind[0]) +
      weights.contextSecond * (scoreAt(before[1]) + scoreAt(behind[1]));
    return { ...hit, score: roundScore(hit.score + context) };
  });
}

function placeOf(windowId: number, walk: number | null): string {
  return walk === null ? '' : `${windowId} ${walk}`;
}

type Neighbours = { readonly before: readonly number[]; readonly behind: readonly number[] };

/** Places on the branch of the two messages before and behind one, nearest first. */
function neighbourReader(connection: Connection): (windowId: number, walk: number) => Neighbours {
  const read = (comparison: '<' | '>', order: 'DESC' | 'ASC') =>
    connection.client
      .prepare<[number, number], number>(
        `SELECT walk FROM entry WHERE window_id = ? AND walk IS NOT NULL AND walk ${comparison} ?
           AND kind = 'message' AND is_indexed = 1 ORDER BY walk ${order} LIMIT 2`,
      )
      .pluck();
  const before = read('<', 'DESC');
  const behind = read('>', 'ASC');
  return (windowId, walk) => ({ before: before.all(windowId, walk), behind: behind.all(windowId, walk) });
}
