'use client';

import { Component, type ReactNode } from 'react';
import { findRow, type PlacedRow, rowsInView, showRow } from './rows-in-view.ts';
import type { Aim } from './use-place.ts';

type ReadingPositionProps = {
  readonly aim: Aim;
  /** False while old pages stand in for those that the aim is in. */
  readonly isReady: boolean;
  readonly children: ReactNode;
};

/** Rows whose place is noted before a change: the first may fold into another when its tool call comes in. */
const NOTED = 8;

/**
 * Keeps what one reads where it is while rows come and go above it, and brings into view what is aimed at, both before
 * the browser paints. A class, for only `getSnapshotBeforeUpdate` sees the document as it was right before the change.
 */
export class ReadingPosition extends Component<ReadingPositionProps> {
  private shown: Aim | null = null;
  private isSettled = false;

  /** Twice: the router scrolls a new page to its top after this, in the same commit; the second pass comes after that. */
  override componentDidMount(): void {
    this.show();
    this.forceUpdate();
  }

  override getSnapshotBeforeUpdate(): readonly PlacedRow[] {
    return rowsInView(NOTED);
  }

  override componentDidUpdate(_props: ReadingPositionProps, _state: unknown, seen: readonly PlacedRow[]): void {
    if (this.isSettled && this.shown === this.props.aim) return keepInPlace(seen);
    this.isSettled = true;
    this.show();
  }

  private show(): void {
    const { aim, isReady } = this.props;
    if (!isReady) return;
    this.shown = aim;
    if (aim.to === 'first') return window.scrollTo({ top: 0, behavior: 'instant' });
    if (aim.to === 'last') {
      return window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    }
    const row = findRow(aim.to.messageId);
    if (row === null) return;
    showRow(row, aim.topPx);
    if (aim.takesFocus) row.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function keepInPlace(seen: readonly PlacedRow[]): void {
  for (const { messageId, topPx } of seen) {
    const row = findRow(messageId);
    if (row === null) continue;
    const shift = row.getBoundingClientRect().top - topPx;
    if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' });
    return;
  }
}
