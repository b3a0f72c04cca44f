import type { SaveHeader } from '../save-types.ts';
import { linkTree } from './close-window.ts';
import type { EntryRow } from './entry-rows.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import type { WindowFacts } from './window-facts.ts';

/**
 * What `closeWindow` does, for a session that was made in this very transaction with one window: all there is to know of
 * it is in the rows that were added, so nothing is read again.
 */
export function showWhole(
  connection: Connection,
  facts: WindowFacts,
  added: { readonly header: SaveHeader; readonly rows: readonly EntryRow[] },
): void {
  const { header, rows } = added;
  const spoken = rangeOf(rows.filter(({ entry }) => entry.role !== null));
  const shown = rangeOf(rows.filter(isShownMessage));
  prepared(connection, 'UPDATE session_window SET is_closed = ?, entry_count = ?, first_time_ms = ? WHERE id = ?').run(
    header.isClosedWindow ? 1 : 0,
    rows.length,
    spoken.firstMs,
    facts.windowId,
  );
  prepared(
    connection,
    `UPDATE session SET is_complete = 1, kind = ?, parent_key = ?, title = ?, project = ?, model = ?, is_incognito = ?,
       message_count = ?, entry_count = ?, first_time_ms = ?, last_time_ms = ? WHERE id = ?`,
  ).run(
    ...[header.kind, header.parentKey, header.title, header.project, header.model, header.isIncognito ? 1 : 0],
    ...[shown.count, rows.length, shown.firstMs, shown.lastMs, facts.sessionId],
  );
  linkTree(connection, facts);
}

function isShownMessage({ entry }: EntryRow): boolean {
  return entry.walk !== null && entry.kind === 'message' && (entry.role === 'user' || entry.role === 'assistant');
}

type Range = { readonly count: number; readonly firstMs: number | null; readonly lastMs: number | null };

function rangeOf(rows: readonly EntryRow[]): Range {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { slot } of rows) {
    firstMs = Math.min(firstMs, slot.timeMs);
    lastMs = Math.max(lastMs, slot.timeMs);
  }
  return rows.length === 0 ? { count: 0, firstMs: null, lastMs: null } : { count: rows.length, firstMs, lastMs };
}
