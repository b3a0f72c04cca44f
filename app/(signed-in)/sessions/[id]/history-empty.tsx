'use client';

import type { HistoryReply } from '../../../../server/contract/history.ts';
import { type HistoryParams, historyHref } from './search-params.ts';

type HistoryEmptyProps = {
  readonly sessionId: string;
  readonly page: HistoryReply | undefined;
  readonly params: HistoryParams;
  readonly hasItems: boolean;
};

/** Why there is nothing to read, or that this is an interval which a reset closed; with the way to the rest. */
export function HistoryEmpty({ sessionId, page, params, hasItems }: HistoryEmptyProps) {
  const now = historyHref(sessionId, { ...params, at: null, branch: null });
  if (page?.isClosedInterval === true) {
    return (
      <p className="note history-problem">
        This is an earlier interval: a reset closed it. <a href={now}>Read the current one</a>
      </p>
    );
  }
  if (hasItems || page === undefined) return null;
  const isElsewhere = params.at !== null || params.branch !== null;
  return (
    <p className="note history-problem">
      {page.reason ?? 'Nothing here can be shown.'}{' '}
      {isElsewhere ? <a href={now}>Read the session from its newest message</a> : null}
      {!isElsewhere && !params.tools ? 'Tools are hidden: press t to show them.' : null}
    </p>
  );
}
