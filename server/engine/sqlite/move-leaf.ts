import type { Reach, SessionId } from '../../contract/actor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { meetActive, moveActive } from './active-branch.ts';
import { insertAudit } from './audit.ts';
import { refreshSession } from './close-window.ts';
import type { Connection } from './open.ts';
import { locate } from './stretches.ts';
import { beginSave } from './windows.ts';

type Ask = {
  readonly sessionId: SessionId;
  readonly messageId: string;
  readonly audit: AuditEvent;
  readonly nowMs: number;
};

/** Makes a stored entry the leaf of its window, index rows with it. False when it is not there for this reach. */
export function moveLeaf(connection: Connection, reach: Reach, ask: Ask): boolean {
  const move = connection.client.transaction((): boolean => {
    const found = locate(connection, reach, ask);
    if (found === null) return false;
    const { windowId, position } = found;
    beginSave(connection, windowId);
    moveActive(connection, windowId, meetActive(connection, windowId, position));
    connection.client.prepare('UPDATE session_window SET chosen_leaf = ? WHERE id = ?').run(ask.messageId, windowId);
    refreshSession(connection, ask.sessionId);
    insertAudit(connection, ask.audit, ask.nowMs);
    return true;
  });
  return move.immediate();
}
