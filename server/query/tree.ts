import type { FilterName, TextNode } from '../contract/query.ts';

export type PhraseNode = Extract<TextNode, { type: 'phrase' }>;

/** A piece as typed (white space collapsed, without quotes, `-` and `*`), and what it asks of the index. */
export type Leaf = LeafOf<'word'> | LeafOf<'phrase'>;

type LeafOf<Type> = {
  readonly type: Type;
  readonly text: string;
  readonly isPrefix: boolean;
  readonly match: PhraseNode;
};

/** `and` and `or` hold two nodes or more, none of their own type. */
export type TreeNode =
  | Leaf
  | { readonly type: 'and'; readonly nodes: readonly TreeNode[] }
  | { readonly type: 'or'; readonly nodes: readonly TreeNode[] }
  | { readonly type: 'not'; readonly node: TreeNode };

/** A filter as typed; whether its value makes sense is for the plan to say. */
export type TreeFilter = { readonly name: FilterName; readonly value: string; readonly isNegated: boolean };

/** A query as typed. Filters narrow the whole query, so they stand beside the text and never inside it. */
export type QueryTree = { readonly text: TreeNode | null; readonly filters: readonly TreeFilter[] };

/**
 * Folds a tree from its leaves up: `fold` gets each node after its children's results, in order.
 * A loop with a stack of its own, since the depth is the user's.
 */
export function foldTree<Result>(
  root: TreeNode,
  fold: (node: TreeNode, children: readonly Result[]) => Result,
): Result {
  const results: Result[] = [];
  const pending: { node: TreeNode; isOpen: boolean }[] = [{ node: root, isOpen: false }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const children = childrenOf(step.node);
    if (step.isOpen || children.length === 0) {
      results.push(fold(step.node, results.splice(results.length - children.length)));
      continue;
    }
    pending.push({ node: step.node, isOpen: true });
    for (const node of children.toReversed()) pending.push({ node, isOpen: false });
  }
  const [result] = results;
  if (result === undefined) throw new TypeError('A fold of a query tree gave nothing.');
  return result;
}

function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.type === 'not') return [node.node];
  return node.type === 'and' || node.type === 'or' ? node.nodes : [];
}
