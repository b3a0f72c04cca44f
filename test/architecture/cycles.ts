/**
 * The cycles of a directed graph: each is a list of nodes that all reach one another (a node that points to itself
 * counts), sorted. Tarjan's algorithm without recursion.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const search = new Search(graph);
  for (const node of graph.keys()) search.from(node);
  return search.cycles.map((cycle) => cycle.sort()).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

type Visit = { readonly node: string; readonly index: number; low: number; readonly rest: string[] };

class Search {
  readonly cycles: string[][] = [];
  readonly #graph: ReadonlyMap<string, readonly string[]>;
  readonly #seen = new Map<string, Visit>();
  readonly #open = new Set<string>();
  /** Nodes of `#open`, in the order of their visits. */
  readonly #stack: string[] = [];
  readonly #path: Visit[] = [];

  constructor(graph: ReadonlyMap<string, readonly string[]>) {
    this.#graph = graph;
  }

  from(root: string): void {
    if (this.#seen.has(root)) return;
    this.#enter(root);
    for (let visit = this.#path.at(-1); visit !== undefined; visit = this.#path.at(-1)) {
      const next = visit.rest.pop();
      if (next === undefined) this.#leave(visit);
      else if (!this.#seen.has(next)) this.#enter(next);
      else if (this.#open.has(next)) visit.low = Math.min(visit.low, this.#seen.get(next)?.index ?? visit.low);
    }
  }

  #enter(node: string): void {
    const index = this.#seen.size;
    const visit = { node, index, low: index, rest: [...(this.#graph.get(node) ?? [])] };
    this.#seen.set(node, visit);
    this.#open.add(node);
    this.#stack.push(node);
    this.#path.push(visit);
  }

  #leave(visit: Visit): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (parent) parent.low = Math.min(parent.low, visit.low);
    if (visit.low !== visit.index) return;
    const members = this.#stack.splice(this.#stack.lastIndexOf(visit.node));
    for (const member of members) this.#open.delete(member);
    if (members.length > 1 || this.#graph.get(visit.node)?.includes(visit.node)) this.cycles.push(members);
  }
}
