import type { Closing, EntryChange, SaveHeader, SaveRef } from '../save-types.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { type ScopeFacts, scopeTerms } from './scope-terms.ts';
import { type WindowFacts, windowFacts } from './window-facts.ts';

/** Shows what was added, applies changes to earlier entries, and brings the session's own row up to date. One transaction. */
export function closeWindow(connection: Connection, save: SaveRef, closing: Closing): void {
  const close = connection.client.transaction(() =>
    closeWindowInside(connection, windowFacts(connection, save), closing),
  );
  close.immediate();
}

/** `closeWindow` inside the caller's transaction. */
export function closeWindowInside(connection: Connection, facts: WindowFacts, closing: Closing): void {
  const { header } = closing;
  applyChanges(connection, facts, closing.changes);
  if (!facts.isComplete) hideUnfinished(connection, facts);
  showAdded(connection, facts, closing);
  updateSession(connection, facts, { header, replaces: closing.isNewest && isCurrentWindow(connection, facts) });
  linkTree(connection, facts);
}

type StoredFlags = { is_active: number; is_searchable: number; is_indexed: number; role: string | null };

export function applyChanges(connection: Connection, facts: WindowFacts, changes: readonly EntryChange[]): void {
  const read = prepared<[number, number], StoredFlags>(
    connection,
    'SELECT is_active, is_searchable, is_indexed, role FROM entry WHERE window_id = ? AND position = ?',
  );
  const move = prepared(
    connection,
    'UPDATE entry SET native_id = ?, parent_position = ?, walk = ?, is_searchable = ? WHERE window_id = ? AND position = ?',
  );
  // Activity and scope terms in one UPDATE: the trigger takes the old terms out of the index and puts the new ones in.
  const index = prepared(
    connection,
    'UPDATE entry SET is_active = ?, walk = ?, is_indexed = ?, scope_terms = ? WHERE window_id = ? AND position = ?',
  );
  for (const change of changes) {
    const row = read.get(facts.windowId, change.position);
    if (row === undefined) continue;
    const isActive = change.walk !== null;
    const key = [facts.windowId, change.position];
    // A change can take an entry out of the search, but it gives none a text or a speaker.
    const isSearchable = change.isSearchable && row.is_searchable === 1;
    if (isActive !== (row.is_active === 1) || isSearchable !== (row.is_indexed === 1)) {
      const scope = scopeTerms(facts, { role: row.role, isActive });
      index.run(isActive ? 1 : 0, change.walk, isSearchable ? 1 : 0, scope, ...key);
    }
    move.run(change.nativeId, change.parentPosition, change.walk, isSearchable ? 1 : 0, ...key);
  }
}

/** The session is about to show: what a cut-off save of another of its windows left in the index must not show with it. */
export function hideUnfinished(connection: Connection, facts: WindowFacts): void {
  prepared(
    connection,
    `UPDATE entry SET is_indexed = 0 WHERE id IN (
         SELECT e.id FROM session_window w JOIN entry e ON e.window_id = w.id AND e.position >= w.entry_count
         WHERE w.session_id = ? AND w.id <> ? AND e.is_indexed = 1)`,
  ).run(facts.sessionId, facts.windowId);
}

function showAdded(connection: Connection, facts: WindowFacts, closing: Closing): void {
  // What was added to a session that nobody saw was indexed as it came.
  if (facts.isComplete) {
    prepared(
      connection,
      'UPDATE entry SET is_indexed = 1 WHERE window_id = ? AND position >= ? AND is_searchable = 1 AND is_indexed = 0',
    ).run(facts.windowId, facts.entryCount);
  }
  prepared(
    connection,
    `UPDATE session_window SET is_closed = ?, chosen_leaf = iif(?, chosen_leaf, NULL), entry_count = (SELECT count(*) FROM entry e WHERE e.window_id = session_window.id),
         first_time_ms = (SELECT min(e.time_ms) FROM entry e WHERE e.window_id = session_window.id AND e.role IS NOT NULL) WHERE id = ?`,
  ).run(closing.header.isClosedWindow ? 1 : 0, closing.keepsChosenLeaf ? 1 : 0, facts.windowId);
}

/** True in the window that the session goes on in: what an earlier one says of the session is out of date. */
export function isCurrentWindow(connection: Connection, facts: WindowFacts): boolean {
  const current = prepared<[number], { id: number }>(
    connection,
    `SELECT w.id FROM session_window w WHERE w.session_id = ? AND w.entry_count > 0
       ORDER BY w.is_closed, w.first_time_ms DESC, w.id DESC LIMIT 1`,
  ).get(facts.sessionId);
  return current === undefined || current.id === facts.windowId;
}

function updateSession(
  connection: Connection,
  facts: WindowFacts,
  said: { header: SaveHeader; replaces: boolean },
): void {
  const { header } = said;
  prepared(
    connection,
    `WITH file AS (SELECT s.id, $replaces AND s.session_key = $sessionKey AS replaces FROM session s WHERE s.id = $id)
       UPDATE session SET is_complete = 1, kind = iif(session_key = $sessionKey, $kind, kind),
         parent_key = coalesce($parentKey, parent_key),
         title = iif(file.replaces AND NOT is_title_chosen, coalesce($title, title), coalesce(title, $title)),
         project = iif(file.replaces, coalesce($project, project), coalesce(project, $project)),
         model = iif(file.replaces, coalesce($model, model), coalesce(model, $model)),
         is_incognito = max(is_incognito, $isIncognito)
       FROM file WHERE session.id = file.id`,
  ).run({
    id: facts.sessionId,
    replaces: said.replaces ? 1 : 0,
    sessionKey: header.sessionKey,
    kind: header.kind,
    parentKey: header.parentKey,
    title: header.title,
    project: header.project,
    model: header.model,
    isIncognito: header.isIncognito ? 1 : 0,
  });
  refreshSession(connection, facts.sessionId);
}

/** Counts and times that lists show, from what is shown of the active branches. Inside the caller's transaction. */
export function refreshSession(connection: Connection, sessionId: number): void {
  prepared(
    connection,
    `WITH shown AS (
         SELECT e.time_ms FROM session_window w JOIN entry e ON e.window_id = w.id AND e.position < w.entry_count
         WHERE w.session_id = $id AND e.is_active = 1 AND e.kind = 'message' AND e.role IN ('user', 'assistant'))
       UPDATE session SET message_count = (SELECT count(*) FROM shown), first_time_ms = (SELECT min(time_ms) FROM shown),
         last_time_ms = (SELECT max(time_ms) FROM shown),
         entry_count = (SELECT coalesce(sum(w.entry_count), 0) FROM session_window w WHERE w.session_id = $id)
       WHERE id = $id`,
  ).run({ id: sessionId });
}

/** Within one owner only: a file can claim any parent, but never get under somebody else's session. */
export function linkTree(connection: Connection, facts: ScopeFacts): void {
  linkToParent(connection, facts);
  prepared(
    connection,
    `UPDATE session SET parent_id = $id WHERE owner_id = $ownerId AND parent_id IS NULL AND id <> $id
         AND parent_key = (SELECT session_key FROM session WHERE id = $id)`,
  ).run({ id: facts.sessionId, ownerId: facts.ownerId });
}

/** The half of `linkTree` that looks up. */
export function linkToParent(connection: Connection, facts: ScopeFacts): void {
  prepared(
    connection,
    `UPDATE session SET parent_id = (SELECT parent.id FROM session parent
         WHERE parent.owner_id = session.owner_id AND parent.session_key = session.parent_key AND parent.id <> session.id)
       WHERE id = ? AND parent_key IS NOT NULL`,
  ).run(facts.sessionId);
}
