import type { InfiniteData } from '@tanstack/react-query';
import { type HistoryMessage, type HistoryReply, NO_MESSAGES } from '../../../../server/contract/history.ts';
import { PAGE_MESSAGES, PAGES_MAX } from './history-input.ts';

/** What came behind the last message. `moved`: the session goes on elsewhere than behind it, after a reset or a rewind. */
export type Tail = 'moved' | { readonly messages: readonly HistoryMessage[] };

/** A page is grown to so many messages before another one begins. */
const GROWN_MESSAGES = 3 * PAGE_MESSAGES;

/** What a reply to "what comes behind `last`" says. */
export function readTail(reply: HistoryReply, last: HistoryReply): Tail {
  if (reply.isClosedInterval && !last.isClosedInterval) return 'moved';
  const isElsewhere = reply.reason !== null && reply.reason !== NO_MESSAGES;
  return isElsewhere ? 'moved' : { messages: reply.messages };
}

/** The pages with a reply behind them: few pages that grow, and the oldest dropped, which is asked for again on the way back. */
export function addTail<Param>(
  { pages, pageParams }: InfiniteData<HistoryReply, Param>,
  reply: HistoryReply,
  param: Param,
): InfiniteData<HistoryReply, Param> {
  const last = pages.at(-1);
  if (last === undefined || reply.messages.length === 0) return { pages, pageParams };
  if (last.messages.length + reply.messages.length <= GROWN_MESSAGES) {
    const grown = { ...last, messages: [...last.messages, ...reply.messages], after: reply.after };
    return { pages: [...pages.slice(0, -1), grown], pageParams };
  }
  return { pages: [...pages, reply].slice(-PAGES_MAX), pageParams: [...pageParams, param].slice(-PAGES_MAX) };
}
