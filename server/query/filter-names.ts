import { FILTER_NAMES, type FilterName } from '../contract/query.ts';

const NAME = /^[\p{L}\p{N}_-]+$/u;
const LONGEST = Math.max(...FILTER_NAMES.map((name) => name.length));

/** The filter of that name, in any case of letters; null when there is none. */
export function findFilterName(name: string): FilterName | null {
  const lower = name.toLowerCase();
  return FILTER_NAMES.find((known) => known === lower) ?? null;
}

/** Filters that `name` is one slip away from: a letter too many, too few, another one, or two swapped. */
export function nearFilterNames(name: string): readonly FilterName[] {
  if (name.length > LONGEST + 1 || !NAME.test(name)) return [];
  const lower = name.toLowerCase();
  return FILTER_NAMES.filter((known) => isOneSlipApart(lower, known));
}

function isOneSlipApart(left: string, right: string): boolean {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const swapped = `${left.slice(0, at)}${left[at + 1] ?? ''}${left[at] ?? ''}${left.slice(at + 2)}`;
  return (
    left.slice(at + 1) === right.slice(at) || // one too many
    left.slice(at) === right.slice(at + 1) || // one too few
    left.slice(at + 1) === right.slice(at + 1) || // another one
    swapped === right
  );
}
