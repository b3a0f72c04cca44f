/**
 * Messages that a compaction kept word for word move behind its summary: the boundary then parts what the model saw as a
 * summary from what it saw as it was. Changes `parents` in place.
 */
import type { ClaudeCodeOutline, KeptMessages } from './facts.ts';
import { NONE, type Nodes } from './nodes.ts';

type Move = {
  readonly anchor: number;
  readonly head: number;
  readonly tail: number;
  /** Messages after the head whose order the boundary lists. */
  readonly rest: readonly number[];
};

export function moveKeptMessages(outlines: readonly ClaudeCodeOutline[], nodes: Nodes, parents: Int32Array): void {
  const rehung = new Set<number>();
  let children: ReadonlyMap<number, readonly number[]> | null = null;
  outlines.forEach(({ parentNativeId, facts }, boundary) => {
    const move =
      facts.keptMessages && nodes.isNode[boundary] === 1 ? resolveMove(facts.keptMessages, nodes.byId) : null;
    if (move === null) return;
    children ??= groupByParent(parents, nodes.isNode);
    const before = parents[move.head] ?? NONE;
    hang(parents, move);
    for (const child of children.get(move.anchor) ?? []) {
      // Once is enough: no summary is the anchor of two compactions, unless somebody wants the work to explode.
      if (parents[child] !== move.anchor || child === move.head || child === move.tail || rehung.has(child)) continue;
      parents[child] = move.tail;
      rehung.add(child);
    }
    if (parentNativeId === null) parents[boundary] = before;
  });
}

function hang(parents: Int32Array, { anchor, head, rest }: Move): void {
  let previous = head;
  parents[head] = anchor;
  for (const index of rest) {
    parents[index] = previous;
    previous = index;
  }
}

/** Null when a line that the boundary names is missing: then nothing moves. */
function resolveMove(kept: KeptMessages, byId: ReadonlyMap<string, number>): Move | null {
  const ids = kept.by === 'list' ? kept.ids : [kept.head, kept.tail];
  const indexes = ids.map((id) => byId.get(id)).filter((index) => index !== undefined);
  const anchor = byId.get(kept.anchor);
  const [head] = indexes;
  const tail = indexes.at(-1);
  if (anchor === undefined || head === undefined || tail === undefined || indexes.length < ids.length) return null;
  return { anchor, head, tail, rest: kept.by === 'list' ? indexes.slice(1) : [] };
}

function groupByParent(parents: Int32Array, isNode: Uint8Array): Map<number, number[]> {
  const children = new Map<number, number[]>();
  parents.forEach((parent, index) => {
    if (parent < 0 || isNode[index] === 0) return;
    const siblings = children.get(parent);
    if (siblings) siblings.push(index);
    else children.set(parent, [index]);
  });
  return children;
}
