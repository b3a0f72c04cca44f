import type { HistoryInput, MessageInput } from '../../../../server/contract/history.ts';
import type { SessionListInput } from '../../../../server/contract/session.ts';
import type { HistoryParams } from './search-params.ts';

/** Messages asked for at a time, and how many such pages stay in the document. */
export const PAGE_MESSAGES = 60;
export const PAGES_MAX = 10;
const CHILDREN_MAX = 200;

/** Where reading starts. */
export type Start = { readonly at: 'tail' | 'start' } | { readonly at: 'message'; readonly messageId: string };

/** Without a message to open at, the newest: a session is picked up where it was left. */
export function startOf({ at }: HistoryParams): Start {
  return at === null ? { at: 'tail' } : { at: 'message', messageId: at };
}

export function historyInputOf(sessionId: string, { branch, q, tools }: HistoryParams): HistoryInput {
  return {
    session: sessionId,
    limit: PAGE_MESSAGES,
    includeTools: tools,
    ...(branch === null ? {} : { branch }),
    ...(q === '' ? {} : { highlight: q }),
  };
}

export function firstPageInput(sessionId: string, params: HistoryParams, start: Start): HistoryInput {
  const input = historyInputOf(sessionId, params);
  if (start.at === 'message') return { ...input, around: start.messageId };
  return start.at === 'start' ? { ...input, start: true } : input;
}

export function branchInput(sessionId: string, branch: string | null) {
  return branch === null ? { session: sessionId } : { session: sessionId, branch };
}

export function childrenInput(sessionId: string): SessionListInput {
  return { parent: sessionId, limit: CHILDREN_MAX };
}

/** As the query language reads it, but for an odd spelling, which then opens nothing by itself. */
const IN_TOOLS = /(?:^|[\s()])in:["“”„＂]?tools(?=[\s()"“”„＂]|$)/i;

/** Asks for the tools of the message that is opened, if a search of tools led there; else null. */
export function toolHitInput(sessionId: string, { at, q }: HistoryParams): MessageInput | null {
  return at === null || !IN_TOOLS.test(q) ? null : { session: sessionId, messageId: at, highlight: q };
}
