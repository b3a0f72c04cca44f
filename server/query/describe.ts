import type { Calendar } from './calendar.ts';
import { dateOf } from './filters.ts';
import { foldTree, type Leaf, type QueryTree, type TreeFilter, type TreeNode } from './tree.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * One line for people: `deploy AND failed · agent ops · since 23 Nov`. Plain text, dates in the calendar's zone.
 * @throws AppError bad-input for a date that is none.
 */
export function describeQuery({ text, filters }: QueryTree, calendar: Calendar): string {
  const words = text === null ? 'newest messages' : describeText(text);
  return [words, ...groupFilters(filters).map((group) => describeGroup(group, calendar))].join(' · ');
}

function describeText(root: TreeNode): string {
  const line = foldTree<string>(root, (node, children) => {
    if (node.type === 'word' || node.type === 'phrase') return describeLeaf(node);
    if (node.type === 'not') return `NOT ${children.map((text) => enclose(node.node, text)).join('')}`;
    const members = node.nodes.map((member, index) => enclose(member, children[index] ?? ''));
    return members.join(node.type === 'and' ? ' AND ' : ' OR ');
  });
  const members = root.type === 'and' || root.type === 'or' ? root.nodes : [root];
  return members.every((node) => node.type === 'not') ? `newest messages · ${line}` : line;
}

function describeLeaf({ type, text, isPrefix }: Leaf): string {
  return (type === 'phrase' ? `"${text}"` : text) + (isPrefix ? '*' : '');
}

function enclose(node: TreeNode, text: string): string {
  return node.type === 'and' || node.type === 'or' ? `(${text})` : text;
}

/** Alternatives share a line; each exclusion has its own. */
function groupFilters(filters: readonly TreeFilter[]): readonly (readonly TreeFilter[])[] {
  const groups = new Map<string, TreeFilter[]>();
  filters.forEach((filter, index) => {
    const key = filter.isNegated ? `${index}` : filter.name;
    groups.set(key, [...(groups.get(key) ?? []), filter]);
  });
  return [...groups.values()];
}

/** One filter alone, in the same words. */
export function describeFilter(filter: TreeFilter, calendar: Calendar): string {
  return describeGroup([filter], calendar);
}

function describeGroup(group: readonly TreeFilter[], calendar: Calendar): string {
  const [first] = group;
  if (first === undefined) return '';
  const values = group.map((filter) => describeValue(filter, calendar)).join(' or ');
  const sign = first.isNegated ? 'not ' : '';
  if (first.name === 'is' || first.name === 'on') return sign + values;
  if (first.name === 'branch') return 'all branches';
  if (first.name === 'in') return 'in tool calls and results';
  if (first.name === 'has') return first.isNegated ? 'without a secret' : 'with a secret';
  return `${sign}${first.name === 'after' ? 'since' : first.name} ${values}`;
}

function describeValue(filter: TreeFilter, calendar: Calendar): string {
  const { name, value } = filter;
  if (name === 'before' || name === 'after') return describeStart(filter, calendar);
  if (name === 'on') return describeSpan(filter, calendar);
  return /\s/.test(value) ? `"${value}"` : value;
}

function describeStart(filter: TreeFilter, calendar: Calendar): string {
  const span = dateOf(filter, calendar);
  const wall = new Date(calendar.wallAt(span.fromMs));
  const day = `${wall.getUTCDate()} ${describeMonth(wall, calendar)}`;
  return span.unit === 'moment' ? `${day}, ${wall.toISOString().slice(11, 16)}` : day;
}

function describeSpan(filter: TreeFilter, calendar: Calendar): string {
  const span = dateOf(filter, calendar);
  const wall = new Date(calendar.wallAt(span.fromMs));
  if (span.unit === 'year') return `in ${wall.getUTCFullYear()}`;
  if (span.unit === 'month') return `in ${describeMonth(wall, calendar)}`;
  return `on ${wall.getUTCDate()} ${describeMonth(wall, calendar)}`;
}

/** The year only where it is not the present one. */
function describeMonth(wall: Date, calendar: Calendar): string {
  const month = MONTHS[wall.getUTCMonth()] ?? '';
  const isThisYear = wall.getUTCFullYear() === new Date(calendar.wallAt(calendar.nowMs)).getUTCFullYear();
  return isThisYear ? month : `${month} ${wall.getUTCFullYear()}`;
}
