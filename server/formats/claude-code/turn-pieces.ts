/**
 * One line is written for each block of a turn, and tools that run side by side answer side by side: some of these lines
 * lie beside the walk from the leaf to the root. They belong to the turn and are put behind its last line on the walk.
 */
import { type Chart, factsOf } from './chart.ts';
import { NONE } from './nodes.ts';

type Pieces = { readonly answers: number[]; readonly results: number[] };

/** `walk` with the pieces in it: after a turn its other answers, then its tools' results, each in order of time. */
export function insertPieces(chart: Chart, walk: readonly number[], beside: readonly number[]): number[] {
  const pieces = new Map<string, Pieces>();
  const lastOfTurn = new Map<string, number>();
  for (const index of walk) {
    const turn = factsOf(chart, index)?.turnId ?? null;
    if (turn === null) continue;
    pieces.set(turn, { answers: [], results: [] });
    lastOfTurn.set(turn, index);
  }
  for (const index of beside) pieces.get(factsOf(chart, index)?.turnId ?? '')?.answers.push(index);
  for (const { turn, result } of findResults(chart, { walk, beside, pieces })) pieces.get(turn)?.results.push(result);
  const time = (index: number) => chart.outlines[index]?.timeMs ?? 0;
  const inOrder = (list: number[]) => list.sort((a, b) => time(a) - time(b) || a - b);
  return walk.flatMap((index) => {
    const turn = factsOf(chart, index)?.turnId ?? null;
    const found = turn !== null && lastOfTurn.get(turn) === index ? pieces.get(turn) : undefined;
    return found ? [index, ...inOrder(found.answers), ...inOrder(found.results)] : [index];
  });
}

type Sides = {
  readonly walk: readonly number[];
  readonly beside: readonly number[];
  readonly pieces: ReadonlyMap<string, Pieces>;
};

type Answer = { readonly turn: string; readonly result: number };

/** Results follow their call. Where a hook's line lies between, the call's id tells, if nothing has answered it yet. */
function findResults(chart: Chart, { walk, beside, pieces }: Sides): Answer[] {
  const unanswered = new Map<string, string>();
  for (const index of [...walk, ...beside]) {
    const { turnId = null, toolIds = [] } = factsOf(chart, index) ?? {};
    if (turnId !== null && pieces.has(turnId)) for (const id of toolIds) unanswered.set(id, turnId);
  }
  const close = (index: number) => {
    for (const id of factsOf(chart, index)?.toolIds ?? []) unanswered.delete(id);
  };
  for (const index of walk) if (isResult(chart, index)) close(index);
  const answers: Answer[] = [];
  const strays: number[] = [];
  for (const result of beside) {
    if (!isResult(chart, result)) continue;
    const parent = chart.parents[result] ?? NONE;
    const turn = factsOf(chart, parent)?.turnId ?? null;
    if (turn !== null && pieces.has(turn)) {
      answers.push({ turn, result });
      close(result);
    } else if (parent !== NONE) strays.push(result);
  }
  for (const result of strays) {
    const id = factsOf(chart, result)?.toolIds.find((toolId) => unanswered.has(toolId));
    if (id !== undefined) answers.push({ turn: unanswered.get(id) ?? '', result });
    close(result);
  }
  return answers;
}

function isResult(chart: Chart, index: number): boolean {
  return factsOf(chart, index)?.hasToolResult === true;
}
