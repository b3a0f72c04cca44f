import { z } from 'zod';
import { QUERY_MAX_CHARACTERS } from '../../../../server/contract/query.ts';

const messageId = z.string().min(1).max(500).nullable().catch(null);

const historyParams = z.object({
  /** Message to open at; null opens at the newest. */
  at: messageId,
  /** What to mark, and to step through. */
  q: z.string().max(QUERY_MAX_CHARACTERS).catch(''),
  /** Leaf of the branch that is read; null is the active one. */
  branch: messageId,
  tools: z.boolean(),
});
export type HistoryParams = Readonly<z.infer<typeof historyParams>>;

/** Never throws: what is no good value is as if it were not there. */
export function readHistoryParams(params: URLSearchParams): HistoryParams {
  return historyParams.parse({
    at: params.get('at'),
    q: params.get('q')?.trim() ?? '',
    branch: params.get('branch'),
    tools: params.get('tools') !== '0',
  });
}

/** The address of a place in a session; only what differs from the ordinary stands in it. */
export function historyHref(sessionId: string, { at, q, branch, tools }: HistoryParams): string {
  const params = new URLSearchParams();
  if (at !== null) params.set('at', at);
  if (q !== '') params.set('q', q);
  if (branch !== null) params.set('branch', branch);
  if (!tools) params.set('tools', '0');
  const search = params.toString();
  return `/sessions/${encodeURIComponent(sessionId)}${search === '' ? '' : `?${search}`}`;
}
