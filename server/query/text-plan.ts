import { QUERY_MAX_LEVELS, type TextNode } from '../contract/query.ts';
import { AppError } from '../errors.ts';
import { foldTree, type TreeNode } from './tree.ts';

/** A condition, or its negation: negations are carried upwards until something stands beside them. */
type Signed = { readonly isNegated: boolean; readonly node: TextNode };

/**
 * The tree's condition on a message's text, in the form that `TextNode` promises.
 * @throws AppError bad-input when `and` and `or` stand more than QUERY_MAX_LEVELS deep inside one another.
 */
export function planText(tree: TreeNode): TextNode {
  const { isNegated, node } = foldTree(tree, signed);
  if (levelsOf(node) > QUERY_MAX_LEVELS) throw tooDeep();
  return isNegated ? { type: 'not', node } : node;
}

function signed(node: TreeNode, children: readonly Signed[]): Signed {
  if (node.type === 'word' || node.type === 'phrase') return { isNegated: false, node: node.match };
  if (node.type === 'not') return negated(children);
  const positive = children.filter((child) => !child.isNegated).map((child) => child.node);
  const negative = children.filter((child) => child.isNegated).map((child) => child.node);
  // Only exclusions: not a and not b is not (a or b), and the other way round.
  if (positive.length === 0) return { isNegated: true, node: joinNodes(node.type === 'and' ? 'or' : 'and', negative) };
  const exclusions = negative.map((excluded): TextNode => ({ type: 'not', node: excluded }));
  return { isNegated: false, node: joinNodes(node.type, [...positive, ...exclusions]) };
}

function negated(children: readonly Signed[]): Signed {
  const [child] = children;
  if (child === undefined) throw new TypeError('A negation in a query tree holds nothing.');
  return { ...child, isNegated: !child.isNegated };
}

/** Merges members of the same type, those that are no `not` first. */
function joinNodes(type: 'and' | 'or', nodes: readonly TextNode[]): TextNode {
  const flat = nodes.flatMap((node) => (node.type === type ? node.nodes : [node]));
  const [only] = flat;
  if (only !== undefined && flat.length === 1) return only;
  return {
    type,
    nodes: [...flat.filter((node) => node.type !== 'not'), ...flat.filter((node) => node.type === 'not')],
  };
}

/** How many `and` and `or` nodes stand inside one another; read layer by layer. */
function levelsOf(root: TextNode): number {
  const groupsOf = (nodes: readonly TextNode[]): readonly TextNode[][] =>
    nodes
      .map((node) => (node.type === 'not' ? node.node : node))
      .flatMap((node) => ('nodes' in node ? [[...node.nodes]] : []));
  let levels = 0;
  for (let layer = groupsOf([root]); layer.length > 0; layer = groupsOf(layer.flat())) levels += 1;
  return levels;
}

function tooDeep(): AppError {
  const message = `\`OR\` and words may stand ${QUERY_MAX_LEVELS} groups deep in one another, and these go deeper: take some out.`;
  return new AppError('bad-input', message);
}
