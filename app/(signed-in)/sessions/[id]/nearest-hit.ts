import type { Hit, SearchInput, SearchReply } from '../../../../server/contract/search.ts';
import { type PlacedMessage, stepHits } from './step-hits.ts';

export const HITS_PAGE = 100;
/** A step reads on through so many pages of hits that lie on other branches. */
const PAGES_MAX = 50;

/** What is searched: a session, on the branch of a leaf; null is the active one. */
export type FindPlace = { readonly sessionId: string; readonly branch: string | null };
export type Step = { readonly words: string; readonly from: PlacedMessage | null; readonly by: 1 | -1 };

/** The words as a query within one session. What narrows them stands in front, where no open quote can take it in. */
export function findQuery({ sessionId, branch }: FindPlace, words: string, narrowing = ''): string {
  return `session:${sessionId} ${branch === null ? '' : 'branch:any '}${narrowing}(${words})`;
}

/** The nearest hit on one side of a message, however many lie before it; null past the ends. */
export async function findNearest(
  ask: (input: SearchInput) => Promise<SearchReply>,
  place: FindPlace,
  { words, from, by }: Step,
): Promise<Hit | null> {
  const query = findQuery(place, words, `${sideOf(from?.timestamp ?? 0, by)} `);
  const hits: Hit[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const input: SearchInput = { query, group: 'message', limit: HITS_PAGE, sort: by === 1 ? 'oldest' : 'newest' };
    const reply: SearchReply = await ask(cursor === null ? input : { ...input, cursor });
    hits.push(...hitsOn(place, [reply]));
    const hit = stepHits(by === 1 ? hits : hits.toReversed(), from, by);
    if (hit !== null || reply.nextCursor === null) return hit;
    cursor = reply.nextCursor;
  }
  return null;
}

/** Negated, since dates side by side are alternatives, and the words may hold some of their own. */
function sideOf(timeMs: number, by: 1 | -1): string {
  const momentOf = (ms: number): string => new Date(ms).toISOString();
  return by === 1 ? `-before:${momentOf(timeMs)}` : `-after:${momentOf(timeMs + 1)}`;
}

/** On another branch, hits without a branch of their own lie on the active one: what both share is among them. */
export function hitsOn({ sessionId, branch }: FindPlace, pages: readonly SearchReply[] = []): readonly Hit[] {
  const hits = pages.flatMap(({ results }) => results);
  // The words may name another session, which is then an alternative to this one.
  return hits.filter((hit) => hit.sessionId === sessionId && (hit.branch === undefined || hit.branch === branch));
}
