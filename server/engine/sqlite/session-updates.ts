import { sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { SessionPatch } from '../../contract/session-patch.ts';
import type { EntryChange, SaveRef } from '../save-types.ts';
import { insertAudit } from './audit.ts';
import { applyChanges, refreshSession } from './close-window.ts';
import type { Connection } from './open.ts';
import { firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';
import { windowFacts } from './window-facts.ts';
import { beginSave } from './windows.ts';

/** Changes what a person may set of a session within reach; false when it is not. What the patch leaves out stays. */
export function updateSession(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; patch: SessionPatch; audit: AuditEvent; nowMs: number },
): boolean {
  const { patch, nowMs } = ask;
  const update = connection.client.transaction(() => {
    const found = firstRow(
      connection,
      sql`SELECT 1 FROM session s WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)}`,
    );
    if (found === null) return false;
    const set = (
      column: 'title' | 'is_title_chosen' | 'label' | 'archived_at_ms' | 'is_incognito',
      value: string | number | null,
    ): void => {
      connection.client.prepare(`UPDATE session SET ${column} = ? WHERE id = ?`).run(value, ask.sessionId);
    };
    if (patch.title !== undefined) {
      set('title', patch.title);
      set('is_title_chosen', 1);
    }
    if (patch.label !== undefined) set('label', patch.label);
    if (patch.isArchived !== undefined) set('archived_at_ms', patch.isArchived ? nowMs : null);
    if (patch.isIncognito !== undefined) set('is_incognito', patch.isIncognito ? 1 : 0);
    insertAudit(connection, ask.audit, nowMs);
    return true;
  });
  return update.immediate();
}

export type BranchWindow = SaveRef & { readonly entryCount: number };

/** The window that holds a message of a session within reach, and a save of it: one that runs elsewhere is over. */
export function openBranchWindow(
  connection: Connection,
  reach: Reach,
  ask: { sessionId: SessionId; messageId: string },
): BranchWindow | null {
  const open = connection.client.transaction((): BranchWindow | null => {
    const found = firstRow<{ windowId: number; entryCount: number }>(
      connection,
      sql`SELECT w.id AS windowId, w.entry_count AS entryCount
        FROM session s JOIN session_window w ON w.session_id = s.id JOIN entry e ON e.window_id = w.id
        WHERE s.id = ${ask.sessionId} AND ${visibleSession(reach)} AND e.native_id = ${ask.messageId}
          AND e.position < w.entry_count
        ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
    );
    return found === null ? null : { ...found, saveNumber: beginSave(connection, found.windowId) };
  });
  return open.immediate();
}

export type LeafSwitch = {
  readonly sessionId: SessionId;
  readonly window: SaveRef;
  readonly leaf: string;
  readonly changes: readonly EntryChange[];
  readonly audit: AuditEvent;
  readonly nowMs: number;
};

/** Moves the active branch of one window, index rows with it, and remembers that a person chose it. */
export function switchLeaf(connection: Connection, reach: Reach, change: LeafSwitch): boolean {
  const act = connection.client.transaction(() => {
    const facts = windowFacts(connection, change.window);
    const found = firstRow(
      connection,
      sql`SELECT 1 FROM session s WHERE s.id = ${facts.sessionId} AND s.id = ${change.sessionId} AND ${visibleSession(reach)}`,
    );
    if (found === null) return false;
    applyChanges(connection, facts, change.changes);
    connection.client
      .prepare('UPDATE session_window SET chosen_leaf = ? WHERE id = ?')
      .run(change.leaf, facts.windowId);
    refreshSession(connection, facts.sessionId);
    insertAudit(connection, change.audit, change.nowMs);
    return true;
  });
  return act.immediate();
}
