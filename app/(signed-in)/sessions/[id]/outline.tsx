'use client';

import { memo, useLayoutEffect, useRef } from 'react';
import type { OutlineReply } from '../../../../server/contract/history.ts';
import './outline.css';
import { Time } from '../../../_parts/time.tsx';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { useReadingTime } from './use-reading-time.ts';
import { useStable } from './use-stable.ts';

type OutlineProps = {
  readonly items: OutlineReply['items'];
  readonly isCut: boolean;
  readonly onOpen: (messageId: string) => void;
};

const BOUNDARIES = { compaction: 'compacted', reset: 'reset', 'branch-summary': 'branch summary' } as const;

/** What was asked, in order, and the boundaries; the one that is being read is marked, and kept in view. */
export function Outline({ items, isCut, onOpen }: OutlineProps) {
  const timeMs = useReadingTime();
  const open = useStable(onOpen);
  const list = useRef<HTMLElement>(null);
  const current = timeMs === null ? undefined : items.findLast(({ timestamp }) => timestamp <= timeMs)?.messageId;
  useLayoutEffect(() => {
    if (current === undefined) return;
    const item = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (item && list.current) keepInView(item, list.current);
  }, [current]);
  if (items.length === 0) return null;
  return (
    <nav className="history-outline" aria-label="Outline" ref={list}>
      {isCut ? <p className="muted">The newest {items.length} are shown.</p> : null}
      <ol>
        {items.map((item) => (
          <OutlineItem key={item.messageId} item={item} isCurrent={item.messageId === current} onOpen={open} />
        ))}
      </ol>
    </nav>
  );
}

type OutlineItemProps = {
  readonly item: OutlineReply['items'][number];
  readonly isCurrent: boolean;
  readonly onOpen: (messageId: string) => void;
};

const OutlineItem = memo(function OutlineItem({ item, isCurrent, onOpen }: OutlineItemProps) {
  return (
    <li>
      <button
        type="button"
        className={`quiet history-outline-${item.kind}`}
        aria-current={isCurrent ? 'location' : undefined}
        onClick={() => onOpen(item.messageId)}
      >
        <Time ms={item.timestamp} as="clock" />
        <bdi className="cut">{item.kind === 'prompt' ? <VisibleText text={item.gist} /> : BOUNDARIES[item.kind]}</bdi>
      </button>
    </li>
  );
});

/** Scrolls the list alone: `scrollIntoView` would take the page along. */
function keepInView(item: HTMLElement, list: HTMLElement): void {
  const box = list.getBoundingClientRect();
  const { top, bottom } = item.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 3;
}
