/** What the choice of a branch asks of every line. Computed once for a file, whatever number of conversations it holds. */
import type { ClaudeCodeFacts, ClaudeCodeOutline } from './facts.ts';
import { NONE } from './nodes.ts';

export type Chart = {
  readonly outlines: readonly ClaudeCodeOutline[];
  readonly parents: Int32Array;
  /** The line itself or the nearest above it that is a user's or the assistant's; `NONE` where a compaction is nearer. */
  readonly voices: Int32Array;
  /** 1 where a line of the conversation goes on from this one. */
  readonly isFollowed: Uint8Array;
};

export function drawChart(outlines: readonly ClaudeCodeOutline[], parents: Int32Array): Chart {
  const isFollowed = new Uint8Array(outlines.length);
  outlines.forEach((outline, index) => {
    const parent = parents[index] ?? NONE;
    // A boundary alone ends nothing: until somebody speaks after it, the conversation before it is the newest.
    if (parent >= 0 && leads(outline) && outline.kind !== 'compaction') isFollowed[parent] = 1;
  });
  return { outlines, parents, voices: findVoices(outlines, parents), isFollowed };
}

/** Progress and teammates' lines, and lines of unknown types, decide nothing about where a branch ends. */
export function leads({ facts }: ClaudeCodeOutline): boolean {
  return facts.chainType !== null && facts.chainType !== 'progress' && !facts.isTeammate;
}

export function factsOf(chart: Chart, index: number): ClaudeCodeFacts | undefined {
  return chart.outlines[index]?.facts;
}

function findVoices(outlines: readonly ClaudeCodeOutline[], parents: Int32Array): Int32Array {
  const unknown = -2;
  const voices = Int32Array.from(outlines, ({ kind, facts }, index) => {
    if (facts.chainType === 'user' || facts.chainType === 'assistant') return index;
    return kind === 'compaction' ? NONE : unknown;
  });
  for (let start = 0; start < voices.length; start += 1) {
    const walk: number[] = [];
    let at = start;
    while (at >= 0 && voices[at] === unknown) {
      walk.push(at);
      at = parents[at] ?? NONE;
    }
    const voice = at >= 0 ? (voices[at] ?? NONE) : NONE;
    for (const index of walk) voices[index] = voice;
  }
  return voices;
}
