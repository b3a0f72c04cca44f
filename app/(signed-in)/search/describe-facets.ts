import type { FacetsReply } from '../../../server/contract/facets.ts';
import type { OtherBranches } from '../../../server/contract/search.ts';
import { countOf, formatCount } from '../../_parts/format-number.ts';

/** What was counted, and what was not. Empty while there is nothing to say. */
export function describeFacets({ counted, partial, match }: FacetsReply, lines: number): string {
  if (counted === 0) return '';
  const what = match === 'some' ? 'holding some of the words' : 'in all';
  const matches = partial
    ? `Counted among ${formatCount(counted)} matches; there are more.`
    : `${countOf(counted, 'matching message')} ${what}.`;
  return lines === 0 ? `${matches} Nothing tells them apart.` : matches;
}

/** `3 more on other branches`; null where there are none, or nobody counted. */
export function describeOtherBranches(
  others: OtherBranches | null,
  match: 'all' | 'some',
  hits: number,
): string | null {
  if (others === null || (others.matches === 0 && !others.isMore)) return null;
  const count = `${formatCount(others.matches)}${others.isMore ? '+' : ''}`;
  if (match === 'some') return `${count} with all words on other branches`;
  return `${count}${hits === 0 ? '' : ' more'} on other branches`;
}
