'use client';

import { useMemo } from 'react';
import type { HistoryReply } from '../../../../server/contract/history.ts';
import { formatDay } from '../../../_parts/format-time.ts';
import { useNow } from '../../../_parts/time-zone.tsx';
import { type HistoryItem, layOutRows } from './lay-out-rows.ts';
import type { Surroundings } from './use-surroundings.ts';

type Around = Pick<Surroundings, 'branches' | 'children'>;

/** The rows of the pages that are loaded, with what stands between them. */
export function useRows(
  pages: readonly HistoryReply[] | undefined,
  { branches, children }: Around,
): readonly HistoryItem[] {
  const { timeZone } = useNow();
  return useMemo(() => {
    if (pages === undefined) return [];
    return layOutRows({
      messages: pages.flatMap(({ messages }) => messages),
      ...{ branches, children },
      hasStart: pages[0]?.before === null,
      hasEnd: pages.at(-1)?.after === null,
      dayOf: (timeMs) => formatDay(timeMs, { nowMs: 0, timeZone }),
    });
  }, [pages, branches, children, timeZone]);
}
