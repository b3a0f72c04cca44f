import type { Hit, SearchReply } from '../../../server/contract/search.ts';
import { countOf, formatCount } from '../../_parts/format-number.ts';

/** How many are shown, said without more than the replies hold: a total only when nothing is left to load. */
export function describeCount(hits: readonly Hit[], last: SearchReply, group: 'session' | 'message'): string {
  const noun = group === 'session' ? 'session' : 'message';
  const ranked = describeRanked(last.ranked);
  if (last.nextCursor !== null) return `${countOf(hits.length, noun)} so far${ranked}`;
  // Where only so many were looked at, they add up to just that.
  const matches = group === 'session' && ranked === '' ? sumMatches(hits) : null;
  const messages = matches === null ? '' : `, ${countOf(matches, 'matching message')}`;
  return `${countOf(hits.length, noun)}${messages}${ranked}`;
}

/** The newest or oldest so many matches were looked at, when there were more. */
export function describeRanked(ranked: string): string {
  const [, end, count] = /^(newest|oldest)-(\d+)$/.exec(ranked) ?? [];
  return end === undefined ? '' : ` in the ${end} ${formatCount(Number(count))} matches`;
}

function sumMatches(hits: readonly Hit[]): number | null {
  let sum = 0;
  for (const { matchesInSession } of hits) {
    if (matchesInSession === undefined) return null;
    sum += matchesInSession;
  }
  return hits.length === 0 ? null : sum;
}
