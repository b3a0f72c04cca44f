import type { Interpretation } from '../contract/query.ts';
import type { Calendar } from './calendar.ts';
import { describeFilter } from './describe.ts';
import { filterText, toText } from './to-text.ts';
import type { QueryTree } from './tree.ts';

/** The filters of a query one by one: each in words, as it is typed, and the query that is left without it. */
export function filterChips({ text, filters }: QueryTree, calendar: Calendar): Interpretation['filters'] {
  return filters.map((filter) => ({
    label: describeFilter(filter, calendar),
    text: filterText(filter),
    without: toText({ text, filters: filters.filter((other) => other !== filter) }),
  }));
}
