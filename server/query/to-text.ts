import { foldTree, type Leaf, type QueryTree, type TreeFilter, type TreeNode } from './tree.ts';

/** The query in normal form: reading it again, at the same time and in the same zone, gives the same tree and plan. */
export function toText({ text, filters }: QueryTree): string {
  const words = text === null ? [] : [filters.length > 0 ? enclose(text, treeText(text), ['or']) : treeText(text)];
  return [...words, ...filters.map(filterText)].join(' ');
}

function treeText(root: TreeNode): string {
  return foldTree<string>(root, (node, children) => {
    if (node.type === 'word' || node.type === 'phrase') return leafText(node);
    if (node.type === 'not') return `-${children.map((text) => excludedText(node.node, text)).join('')}`;
    const members = node.nodes.map((member, index) =>
      enclose(member, children[index] ?? '', node.type === 'and' ? ['or'] : []),
    );
    return members.join(node.type === 'and' ? ' ' : ' OR ');
  });
}

function leafText({ type, text, isPrefix }: Leaf): string {
  return (type === 'phrase' ? `"${text}"` : text) + (isPrefix ? '*' : '');
}

/** `--force` is a word, so its exclusion needs parentheses. */
function excludedText(node: TreeNode, text: string): string {
  return text.startsWith('--') ? `(${text})` : enclose(node, text, ['and', 'or', 'not']);
}

function enclose(node: TreeNode, text: string, types: readonly TreeNode['type'][]): string {
  return types.includes(node.type) ? `(${text})` : text;
}

/** A filter as it is typed. */
export function filterText({ name, value, isNegated }: TreeFilter): string {
  const isPlain = !/[\s()]/.test(value) && !value.startsWith(':');
  return `${isNegated ? '-' : ''}${name}:${isPlain ? value : `"${value}"`}`;
}
