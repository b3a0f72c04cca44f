import { AppError } from '../errors.ts';
import type { Notes } from './notes.ts';
import type { QueryTree, TreeFilter, TreeNode } from './tree.ts';

const MAX_DEPTH = 64;
const NOTHING: QueryTree = { text: null, filters: [] };

/** A pair of parentheses that is still open; the query itself is the outermost. */
type Group = { readonly isNegated: boolean; readonly alternatives: QueryTree[]; members: QueryTree[] };

export type Groups = {
  readonly add: (part: QueryTree) => void;
  readonly addAlternative: () => void;
  readonly open: (isNegated: boolean) => void;
  readonly close: () => void;
  /** Whether what is added now will be excluded. */
  readonly isInExclusion: () => boolean;
  /** Closes what is open and gives the whole query. */
  readonly finish: () => QueryTree;
};

/**
 * Builds the tree from pieces and signs with a stack of open groups, mending what does not balance.
 * @throws AppError bad-input, from its members: nested too deep; a filter where it could not narrow the whole query.
 */
export function openGroups(notes: Notes): Groups {
  const outermost: Group = { isNegated: false, alternatives: [], members: [] };
  const inner: Group[] = [];
  const current = (): Group => inner.at(-1) ?? outermost;

  const close = (group: Group): void => {
    const part = finishGroup(group, notes);
    if (isNothing(part)) notes.add('Ignored parentheses with nothing to search for in them.');
    else current().members.push(group.isNegated ? negate(part) : part);
  };
  return {
    add: (part) => void current().members.push(part),
    addAlternative: () => startAlternative(current(), notes),
    open: (isNegated) => {
      if (inner.length === MAX_DEPTH) throw tooDeep();
      inner.push({ isNegated, alternatives: [], members: [] });
    },
    close: () => {
      const group = inner.pop();
      if (group === undefined) notes.add('Ignored a closing parenthesis that nothing opened.');
      else close(group);
    },
    isInExclusion: () => inner.some((group) => group.isNegated),
    finish: () => {
      if (inner.length > 0) notes.add('A parenthesis was not closed: it was closed at the end.');
      for (let group = inner.pop(); group !== undefined; group = inner.pop()) close(group);
      return finishGroup(outermost, notes);
    },
  };
}

function startAlternative(group: Group, notes: Notes): void {
  if (group.members.length === 0) return notes.add(LONE_OR);
  group.alternatives.push(conjoin(group.members));
  group.members = [];
}

function finishGroup(group: Group, notes: Notes): QueryTree {
  if (group.members.length > 0) return disjoin([...group.alternatives, conjoin(group.members)]);
  if (group.alternatives.length > 0) notes.add(LONE_OR);
  return group.alternatives.length === 0 ? NOTHING : disjoin(group.alternatives);
}

function conjoin(parts: readonly QueryTree[]): QueryTree {
  const texts = parts.flatMap((part) => (part.text === null ? [] : [part.text]));
  return { text: join('and', texts), filters: parts.flatMap((part) => part.filters) };
}

/** Filters of one name are alternatives already: `agent:a OR agent:b` is `agent:a agent:b`. */
function disjoin(parts: readonly QueryTree[]): QueryTree {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const filters = parts.flatMap((part) => part.filters);
  const texts = parts.flatMap((part) => (part.text === null ? [] : [part.text]));
  const isAllText = filters.length === 0;
  const isOneFilter = texts.length === 0 && isOfOneKind(filters) && filters[0]?.isNegated === false;
  if (!isAllText && !isOneFilter) throw misplaced();
  return { text: join('or', texts), filters };
}

/** Not (a or b) is not a and not b, and the other way round: which is what repeated filters mean, negated or not. */
function negate({ text, filters }: QueryTree): QueryTree {
  if (text !== null && filters.length === 0) return { text: { type: 'not', node: text }, filters };
  if (text !== null || !isOfOneKind(filters)) throw misplaced();
  return { text, filters: filters.map((filter) => ({ ...filter, isNegated: !filter.isNegated })) };
}

function isOfOneKind(filters: readonly TreeFilter[]): boolean {
  return filters.every(({ name, isNegated }) => name === filters[0]?.name && isNegated === filters[0].isNegated);
}

function join(type: 'and' | 'or', nodes: readonly TreeNode[]): TreeNode | null {
  const flat = nodes.flatMap((node) => (node.type === type ? node.nodes : [node]));
  return flat.length > 1 ? { type, nodes: flat } : (flat[0] ?? null);
}

function isNothing(part: QueryTree): boolean {
  return part.text === null && part.filters.length === 0;
}

const LONE_OR = 'Ignored an `OR` that has nothing to search for on one side.';

function tooDeep(): AppError {
  return new AppError('bad-input', `Parentheses may be nested ${MAX_DEPTH} deep, and these go deeper: take some out.`);
}

function misplaced(): AppError {
  const message =
    'A filter narrows the whole query, so it cannot be one side of `OR`, or stand in `-( )` beside something else: ' +
    'write it outside, as in `(deploy OR rollout) agent:ops`.';
  return new AppError('bad-input', message);
}
