import type { Facet } from '../../../server/contract/session.ts';
import { filterText } from './add-filter.ts';

export type FacetValue = {
  /** As it is shown, and as the filter that a press adds. */
  readonly label: string;
  readonly filter: string;
  readonly count: number;
};

export type FacetLine = {
  readonly name: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
  /** There are more values than the server lists. */
  readonly isCut: boolean;
};

const FILTERS: Readonly<Record<string, { readonly title: string; readonly filter: string }>> = {
  agent: { title: 'Agent', filter: 'agent' },
  kind: { title: 'Kind', filter: 'kind' },
  project: { title: 'Project', filter: 'project' },
  role: { title: 'Written by', filter: 'role' },
  month: { title: 'Month', filter: 'on' },
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** What matches can be narrowed with. Left out: a line whose one value all matches have, and values that no filter can say. */
export function facetLines(facets: readonly Facet[]): readonly FacetLine[] {
  return facets.flatMap(({ name, values, isCut }) => {
    const known = FILTERS[name];
    if (known === undefined || values.length < 2) return [];
    const said = values.flatMap(({ value, count }): readonly FacetValue[] => {
      const filter = filterText(known.filter, value);
      return filter === null ? [] : [{ label: labelOf(name, value), filter, count }];
    });
    return said.length === 0 ? [] : [{ name, title: known.title, values: said, isCut }];
  });
}

function labelOf(name: string, value: string): string {
  if (name === 'month') return monthLabel(value);
  return name === 'project' ? shortPath(value) : value;
}

/** `…/code/shop` for `/srv/ann/code/shop`: a narrow column would show where all begin alike. */
function shortPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return path.startsWith('/') && parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path;
}

/** `Nov 2026` for `2026-11`. */
function monthLabel(value: string): string {
  const [year = '', month = ''] = value.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${year}`;
}
