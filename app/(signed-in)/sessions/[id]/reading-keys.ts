import { aimPx, currentRow, neighbourRow, showRow } from './rows-in-view.ts';
import type { KeyActions } from './use-history-keys.ts';
import type { ReadingActions } from './use-reading.ts';

/** The keys that move in a session; `help-dialog.tsx` says them to the reader. */
export function readingKeys(reading: ReadingActions): KeyActions {
  return {
    j: () => stepRow(1),
    k: () => stepRow(-1),
    ']': () => reading.stepPrompt(1),
    '[': () => reading.stepPrompt(-1),
    n: () => void reading.stepHit(1),
    p: () => void reading.stepHit(-1),
    t: reading.toggleTools,
    Home: reading.goFirst,
    End: reading.goLast,
  };
}

function stepRow(by: 1 | -1): void {
  const current = currentRow();
  const row = current === null ? null : neighbourRow(current, by);
  if (row === null) return;
  row.focus({ preventScroll: true });
  showRow(row, aimPx());
}
