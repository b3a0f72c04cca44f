/**
 * The lines that a reader of the session sees, first to last: the choice of the leaf, the walk up from it, and the lines
 * that parallel tool calls and queued prompts put beside the walk. Source: the session reader of Claude Code's own SDK.
 */
import { type Chart, factsOf, leads } from './chart.ts';
import { NONE } from './nodes.ts';
import { insertPieces } from './turn-pieces.ts';

/** `members`: the nodes of one conversation in file order. Empty when nobody speaks in it. */
export function findActiveChain(chart: Chart, members: readonly number[]): number[] {
  const tip = findTip(chart, members);
  if (tip === null) return [];
  const walk: number[] = [];
  for (let at = tip; at >= 0; at = chart.parents[at] ?? NONE) walk.push(at);
  walk.reverse();
  const voice = chart.voices[tip] ?? NONE;
  const spoken = walk.indexOf(voice) + 1;
  const onWalk = new Set(walk);
  const beside = members.filter((index) => !onWalk.has(index) && factsOf(chart, index)?.isTeammate === false);
  const head = insertPieces(chart, walk.slice(0, spoken), beside);
  const waiting = findWaitingPrompts(chart, { voice, beside, spoken: new Set(head) });
  const tail = walk.slice(spoken);
  return [...head, ...(waiting.length === 0 ? tail : [...tail, ...waiting].sort((a, b) => a - b))];
}

type Ending = {
  readonly voice: number;
  readonly beside: readonly number[];
  readonly spoken: ReadonlySet<number>;
};

/** Prompts queued after the last voice. One that was answered belongs to its answer, on whatever branch that is. */
function findWaitingPrompts(chart: Chart, { voice, beside, spoken }: Ending): number[] {
  const answered = new Set<number>();
  for (const index of beside) {
    if (chart.voices[index] !== index || spoken.has(index)) continue;
    let at = chart.parents[index] ?? NONE;
    while (at >= 0 && chart.voices[at] !== at && !answered.has(at)) {
      answered.add(at);
      at = chart.parents[at] ?? NONE;
    }
  }
  return beside.filter((index) => isQueued(chart, index) && chart.voices[index] === voice && !answered.has(index));
}

/** The end of the newest branch in which somebody speaks. */
function findTip(chart: Chart, members: readonly number[]): number | null {
  const isHeard = (index: number) => (chart.voices[index] ?? NONE) !== NONE;
  const isEnd = (index: number) => {
    const outline = chart.outlines[index];
    return outline !== undefined && leads(outline) && chart.isFollowed[index] === 0;
  };
  return (
    members.findLast((index) => isEnd(index) && isHeard(index)) ??
    members.findLast(isHeard) ??
    members.findLast((index) => isQueued(chart, index)) ??
    null
  );
}

function isQueued(chart: Chart, index: number): boolean {
  return factsOf(chart, index)?.isQueuedPrompt === true;
}
