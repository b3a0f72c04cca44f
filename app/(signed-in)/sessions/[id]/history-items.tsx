'use client';

import { formatDay } from '../../../_parts/format-time.ts';
import { MessageBoundary } from '../../../_parts/message-boundary.tsx';
import { MessageRow } from '../../../_parts/message-row.tsx';
import { useNow } from '../../../_parts/time-zone.tsx';
import { BranchLine } from './branch-line.tsx';
import type { HistoryItem } from './lay-out-rows.ts';
import { findRow, isInView, showRow } from './rows-in-view.ts';
import { type HistoryParams, historyHref } from './search-params.ts';
import { SubAgentLine } from './sub-agents.tsx';
import type { ReadingActions } from './use-reading.ts';
import { useStable } from './use-stable.ts';
import { useToolHit } from './use-tool-hit.ts';

type HistoryItemsProps = {
  readonly items: readonly HistoryItem[];
  readonly sessionId: string;
  readonly params: HistoryParams;
  readonly reading: ReadingActions;
};

/** Everything in the column, in its order. */
export function HistoryItems({ items, sessionId, params, reading }: HistoryItemsProps) {
  const open = useStable(reading.openMessage);
  const toolHit = useToolHit(sessionId, params);
  const aimAgain = useStable(() => {
    const row = params.at === null || toolHit === null ? null : findRow(params.at);
    if (row !== null && isInView(row)) showRow(row, null);
  });
  return items.map((item) => {
    if (item.type === 'day') return <DayLine key={item.key} timeMs={item.timeMs} />;
    if (item.type === 'branch') return <BranchLine key={item.key} branch={item.branch} onView={reading.showBranch} />;
    if (item.type === 'child') return <SubAgentLine key={item.key} child={item.child} />;
    const isAnchor = holds(item, params.at);
    if (item.type === 'boundary') return <MessageBoundary key={item.key} message={item.message} isAnchor={isAnchor} />;
    return (
      <MessageRow
        key={item.key}
        message={item.message}
        lines={item.lines}
        href={historyHref(sessionId, { ...params, at: item.key })}
        {...{ sessionId, isAnchor }}
        q={params.q}
        toolHit={isAnchor ? toolHit : null}
        onOpen={open}
        onShown={aimAgain}
      />
    );
  });
}

/** A message stands in its own row, or as a result in that of its call. */
function holds(item: HistoryItem & { readonly type: 'message' | 'boundary' }, messageId: string | null): boolean {
  if (item.key === messageId) return true;
  return (
    item.type === 'message' && item.lines.some((line) => line.type === 'call' && line.result?.messageId === messageId)
  );
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
