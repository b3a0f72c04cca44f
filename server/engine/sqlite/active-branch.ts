import { BRANCH_MOVE_MAX } from '../../contract/append.ts';
import { AppError } from '../../errors.ts';
import type { Connection } from './open.ts';
import { OFF_BRANCH } from './scope-terms.ts';

const NOTHING_ACTIVE = -1;

export type Leaf = { readonly position: number; readonly walk: number };

/** Where a branch meets the active one: the step that both share, and the positions below it, root first. */
export type Meeting = { readonly sharedWalk: number; readonly below: readonly number[] };

/** The end of a window's active branch; null when nothing is active. One look into the index, however long it is. */
export function activeLeaf(connection: Connection, windowId: number): Leaf | null {
  const row = connection.client
    .prepare<[number], Leaf>(
      'SELECT position, walk FROM entry WHERE window_id = ? AND walk IS NOT NULL ORDER BY walk DESC LIMIT 1',
    )
    .get(windowId);
  return row ?? null;
}

/** Climbs from an entry (null: from before the first one) to the active branch. Throws `too-large` when that is far. */
export function meetActive(connection: Connection, windowId: number, position: number | null): Meeting {
  const read = connection.client.prepare<[number, number], { parent_position: number | null; walk: number | null }>(
    'SELECT parent_position, walk FROM entry WHERE window_id = ? AND position = ?',
  );
  const below = new Set<number>();
  for (let at = position; at !== null && !below.has(at); ) {
    const row = read.get(windowId, at);
    if (row === undefined) break;
    if (row.walk !== null) return { sharedWalk: row.walk, below: [...below].reverse() };
    below.add(at);
    if (below.size > BRANCH_MOVE_MAX) throw tooFar();
    at = row.parent_position;
  }
  return { sharedWalk: NOTHING_ACTIVE, below: [...below].reverse() };
}

/** A reset is a fence: true when one stands on the active branch behind this step. */
export function isBehindReset(connection: Connection, windowId: number, sharedWalk: number): boolean {
  const fence = connection.client
    .prepare("SELECT 1 FROM entry WHERE window_id = ? AND walk > ? AND kind = 'reset' ORDER BY walk DESC LIMIT 1")
    .get(windowId, sharedWalk);
  return fence !== undefined;
}

/**
 * Makes the branch of a meeting the active one, with its tokens in the index, and gives the number of entries that moved.
 * Two statements on entries, however many rows: the index writes out a segment at each. Inside the caller's transaction.
 */
export function moveActive(connection: Connection, windowId: number, { sharedWalk, below }: Meeting): number {
  const leaf = activeLeaf(connection, windowId);
  const moves = (leaf?.walk ?? NOTHING_ACTIVE) - sharedWalk + below.length;
  if (moves > BRANCH_MOVE_MAX) throw tooFar();
  connection.client
    .prepare(
      `UPDATE entry SET is_active = 0, walk = NULL, scope_terms = scope_terms || ' ' || ?
       WHERE window_id = ? AND walk > ?`,
    )
    .run(OFF_BRANCH, windowId, sharedWalk);
  activate(connection, windowId, { sharedWalk, below });
  return moves;
}

/** By a table of steps: joined to a JSON list, the list would be read once for each entry. */
function activate({ client }: Connection, windowId: number, { sharedWalk, below }: Meeting): void {
  if (below.length === 0) return;
  client.exec('CREATE TEMP TABLE IF NOT EXISTS branch_step (position INTEGER PRIMARY KEY, walk INTEGER NOT NULL)');
  client.exec('DELETE FROM temp.branch_step');
  const add = client.prepare('INSERT INTO temp.branch_step (position, walk) VALUES (?, ?)');
  below.forEach((position, step) => {
    add.run(position, sharedWalk + 1 + step);
  });
  client
    .prepare(
      `UPDATE entry SET is_active = 1, scope_terms = replace(scope_terms, ' ' || ?, ''),
         walk = (SELECT b.walk FROM temp.branch_step b WHERE b.position = entry.position)
       WHERE window_id = ? AND position IN (SELECT position FROM temp.branch_step)`,
    )
    .run(OFF_BRANCH, windowId);
}

function tooFar(): AppError {
  return new AppError(
    'too-large',
    `This would move more than ${BRANCH_MOVE_MAX} entries on or off the active branch. Import the session's file instead.`,
  );
}
