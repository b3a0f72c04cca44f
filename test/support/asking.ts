import type { SearchInput, SearchReply } from '../../server/contract/search.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { NOW_MS } from './test-store.ts';

const PAGES_MAX = 1000;

export async function search(scope: ReadScope, query: string, more: Partial<SearchInput> = {}): Promise<SearchReply> {
  return searchMessages(scope, { query, ...more }, { nowMs: NOW_MS, signal: null });
}

/** Ids of all messages of the first page, best first, or as `sort` says. */
export async function find(
  scope: ReadScope,
  query: string,
  more: Partial<SearchInput> = {},
): Promise<readonly string[]> {
  const reply = await search(scope, query, { group: 'message', limit: 100, ...more });
  return reply.results.map((hit) => hit.messageId);
}

/** All pages from the first to the last. */
export async function searchToTheEnd(
  scope: ReadScope,
  query: string,
  more: Partial<SearchInput> = {},
): Promise<readonly SearchReply[]> {
  const replies: SearchReply[] = [];
  for (let cursor = more.cursor; replies.length < PAGES_MAX; ) {
    const reply: SearchReply = await search(scope, query, { ...more, ...(cursor === undefined ? {} : { cursor }) });
    replies.push(reply);
    if (reply.nextCursor === null) return replies;
    cursor = reply.nextCursor;
  }
  throw new Error(`There is no end after ${PAGES_MAX} pages.`);
}
