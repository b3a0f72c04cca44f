'use client';

import { formatDay } from '../../../_parts/format-time.ts';
import { MessageBoundary } from '../../../_parts/message-boundary.tsx';
import { MessageRow } from '../../../_parts/message-row.tsx';
import { useNow } from '../../../_parts/time-zone.tsx';
import { BranchLine } from './branch-line.tsx';
import type { HistoryItem } from './lay-out-rows.ts';
import { type HistoryParams, historyHref } from './search-params.ts';
import { SubAgentLine } from './sub-agents.tsx';
import type { ReadingActions } from './use-reading.ts';
import { useStable } from './use-stable.ts';

type HistoryItemsProps = {
  readonly items: readonly HistoryItem[];
  readonly sessionId: string;
  readonly params: HistoryParams;
  readonly reading: ReadingActions;
};

/** Everything in the column, in its order. */
export function HistoryItems({ items, sessionId, params, reading }: HistoryItemsProps) {
  const open = useStable(reading.openMessage);
  return items.map((item) => {
    if (item.type === 'day') return <DayLine key={item.key} timeMs={item.timeMs} />;
    if (item.type === 'branch') return <BranchLine key={item.key} branch={item.branch} onView={reading.showBranch} />;
    if (item.type === 'child') return <SubAgentLine key={item.key} child={item.child} />;
    const isAnchor = item.key === params.at;
    if (item.type === 'boundary') return <MessageBoundary key={item.key} message={item.message} isAnchor={isAnchor} />;
    return (
      <MessageRow
        key={item.key}
        message={item.message}
        lines={item.lines}
        href={historyHref(sessionId, { ...params, at: item.key })}
        {...{ sessionId, isAnchor }}
        onOpen={open}
      />
    );
  });
}

/** The day of what follows, which stays in view while one reads it. */
function DayLine({ timeMs }: { readonly timeMs: number }) {
  const now = useNow();
  return (
    <p className="history-day">
      <span>{formatDay(timeMs, now)}</span>
    </p>
  );
}
