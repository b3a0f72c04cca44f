import type { Hit } from '../../../server/contract/search.ts';
import { addFilter } from './add-filter.ts';
import { fitsAddress, searchAddress } from './search-params.ts';

/** Names a hit within a list. A message id alone does not: a copied session holds the same ones. */
export function hitKey({ sessionId, messageId }: Hit): string {
  return `${sessionId}.${messageId}`;
}

/** Opens the session at the hit, with the query's words marked, on the hit's own branch. */
export function hitHref({ sessionId, messageId, branch }: Hit, q: string): string {
  const params = new URLSearchParams({ at: messageId });
  if (fitsAddress(q)) params.set('q', q);
  if (branch !== undefined) params.set('branch', branch);
  return `/sessions/${encodeURIComponent(sessionId)}?${params}`;
}

/** All messages of the hit's session that the query finds. */
export function withinSessionHref({ sessionId }: Hit, q: string): string {
  return `/search?${searchAddress({ q: addFilter(q, `session:${sessionId}`), sort: 'best', group: 'message', at: null })}`;
}
