import type { Interpretation, QueryPlan } from '../contract/query.ts';
import { openCalendar } from './calendar.ts';
import { describeQuery } from './describe.ts';
import { filterChips } from './filter-chips.ts';
import { planFilters } from './filters.ts';
import { parseQuery } from './parse.ts';
import { planText } from './text-plan.ts';
import { toText } from './to-text.ts';
import type { QueryTree } from './tree.ts';

export type ReadOptions = {
  /** Unix milliseconds: what `7d` and `today` count from. */
  readonly nowMs: number;
  /** IANA name; dates are read and described in it. */
  readonly timeZone: string;
  /** While a person types: the word that the text ends in may go on. */
  readonly lastWordIsPrefix?: boolean;
};

export type ReadQuery = {
  readonly plan: QueryPlan;
  readonly interpretation: Interpretation;
  readonly tree: QueryTree;
};

/**
 * Reads a query as typed. Whatever can be mended is mended and noted.
 * @throws AppError bad-input: over a bound, a mistyped or misplaced filter, a value that its filter does not take, an
 * unknown time zone. Its message and the notes name filters and signs, never a value or a word of the query.
 */
export function readQuery(text: string, options: ReadOptions): ReadQuery {
  const calendar = openCalendar(options.nowMs, options.timeZone);
  const { tree, notes } = parseQuery(text, { lastWordIsPrefix: options.lastWordIsPrefix ?? false });
  const plan = { text: tree.text === null ? null : planText(tree.text), ...planFilters(tree.filters, calendar) };
  const summary = describeQuery(tree, calendar);
  // The word that is being typed is no prefix for the query that is left without a filter: that goes back into the box.
  const typed = options.lastWordIsPrefix === true ? parseQuery(text, { lastWordIsPrefix: false }).tree : tree;
  const chips = filterChips(typed, calendar);
  return {
    plan,
    interpretation: { text: toText(tree), summary, notes, match: 'all', missing: [], named: [], filters: chips },
    tree,
  };
}
