import { describe, expect, it } from 'vitest';
import fc from '../support/property.ts';
import { findCycles } from './cycles.ts';

const NODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const graphs = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NODES), fc.constantFrom(...NODES)), { selector: String, maxLength: 14 })
  .map((edges) => new Map(NODES.map((node) => [node, edges.filter(([from]) => from === node).map(([, to]) => to)])));

describe('the cycles of a graph', () => {
  it('hold together exactly the nodes that reach one another', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const cycles = findCycles(graph);
        const pairs = NODES.flatMap((a) => NODES.map((b) => [a, b] as const));
        const together = pairs.filter(([a, b]) => cycles.some((cycle) => cycle.includes(a) && cycle.includes(b)));
        expect(together).toEqual(pairs.filter(([a, b]) => reaches(graph, a, b) && reaches(graph, b, a)));
      }),
      { numRuns: 300 },
    );
  });

  it('are found in a chain that is too long for recursion', () => {
    const chain = Array.from({ length: 50_000 }, (_, index): [string, string[]] => [
      String(index),
      [String(index + 1)],
    ]);
    expect(findCycles(new Map(chain))).toEqual([]);
  });
});

/** By one step or more. */
function reaches(graph: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const queue = [...(graph.get(from) ?? [])];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node === to) return true;
    if (!seen.has(node)) queue.push(...(graph.get(node) ?? []));
    seen.add(node);
  }
  return false;
}
