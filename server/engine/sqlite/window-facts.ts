import { AppError } from '../../errors.ts';
import type { SaveRef } from '../save-types.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import type { ScopeFacts } from './scope-terms.ts';

export type WindowFacts = ScopeFacts & {
  readonly windowId: number;
  readonly entryCount: number;
  readonly isComplete: boolean;
};

type FactsRow = { session_id: number; owner_id: number; agent_ref: number; entry_count: number; is_complete: number };

/** What a running save must know of its window. Throws `conflict` when the save may not go on. */
export function windowFacts(connection: Connection, { windowId, saveNumber }: SaveRef): WindowFacts {
  const row = prepared<[number, number], FactsRow>(
    connection,
    `SELECT s.id AS session_id, s.owner_id, s.agent_ref, w.entry_count, s.is_complete
       FROM session_window w JOIN session s ON s.id = w.session_id WHERE w.id = ? AND w.save_number = ?`,
  ).get(windowId, saveNumber);
  if (row === undefined) {
    throw new AppError('conflict', 'This session was deleted or imported by somebody else meanwhile. Import it again.');
  }
  return {
    windowId,
    sessionId: row.session_id,
    ownerId: row.owner_id,
    agentRef: row.agent_ref,
    entryCount: row.entry_count,
    isComplete: row.is_complete === 1,
  };
}
