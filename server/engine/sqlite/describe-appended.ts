import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { AppendHeader } from '../append-port.ts';
import type { WindowState } from '../save-types.ts';
import type { Growth } from './append-branch.ts';
import { hideUnfinished, linkToParent, linkTree, refreshSession } from './close-window.ts';
import type { Connection } from './open.ts';
import { visibleSession } from './visible.ts';
import type { WindowFacts } from './window-facts.ts';

type Described = {
  readonly reach: Reach;
  readonly facts: WindowFacts;
  readonly window: WindowState;
  readonly header: AppendHeader;
  readonly growth: Growth;
};

/** Brings the rows of window and session up to date with what was appended. Inside the caller's transaction. */
export function describeAppended(connection: Connection, described: Described): void {
  const { reach, facts, window, header, growth } = described;
  if (window.isNewSession) hideUnfinished(connection, facts);
  growWindow(connection, facts, growth);
  describeSession(connection, facts, header);
  if (growth.hasMoved) refreshSession(connection, facts.sessionId);
  else growSession(connection, facts.sessionId, growth);
  if (window.isNewSession || header.parentKey !== null) linkWithin(connection, reach, facts);
}

/** Of sessions that wait for this one as their parent, a token takes in what it sees already: it gains none by a key. */
function linkWithin(connection: Connection, reach: Reach, facts: WindowFacts): void {
  if (reach.type !== 'token') return linkTree(connection, facts);
  linkToParent(connection, facts);
  connection.orm.run(sql`UPDATE session SET parent_id = ${facts.sessionId} WHERE id IN (
    SELECT s.id FROM session s WHERE s.owner_id = ${facts.ownerId} AND s.parent_id IS NULL AND s.id <> ${facts.sessionId}
      AND s.parent_key = (SELECT session_key FROM session WHERE id = ${facts.sessionId}) AND ${visibleSession(reach)})`);
}

function growWindow(connection: Connection, facts: WindowFacts, { added, firstSpokenMs }: Growth): void {
  connection.client
    .prepare(
      `UPDATE session_window SET entry_count = entry_count + $added,
         first_time_ms = min(coalesce(first_time_ms, $firstMs), coalesce($firstMs, first_time_ms)) WHERE id = $id`,
    )
    .run({ id: facts.windowId, added, firstMs: firstSpokenMs });
}

/** What is said with an append is newer than all that was said before; what is left out stays. */
function describeSession(connection: Connection, facts: WindowFacts, header: AppendHeader): void {
  connection.client
    .prepare(
      `UPDATE session SET is_complete = 1, kind = iif(session_key = $sessionKey, $kind, kind),
         parent_key = coalesce($parentKey, parent_key),
         title = iif(is_title_chosen, title, coalesce($title, title, $opening)),
         project = coalesce($project, project), model = coalesce($model, model),
         is_incognito = max(is_incognito, $isIncognito)
       WHERE id = $id`,
    )
    .run({
      id: facts.sessionId,
      sessionKey: header.sessionKey,
      kind: header.kind,
      parentKey: header.parentKey,
      title: header.title,
      opening: header.opening,
      project: header.project,
      model: header.model,
      isIncognito: header.isIncognito ? 1 : 0,
    });
}

/** By what is new alone: counting the whole session again would cost more with each of its entries. */
function growSession(connection: Connection, sessionId: number, growth: Growth): void {
  const { added, messages, firstMs, lastMs } = growth;
  connection.client
    .prepare(
      `UPDATE session SET entry_count = entry_count + $added, message_count = message_count + $messages,
         first_time_ms = min(coalesce(first_time_ms, $firstMs), coalesce($firstMs, first_time_ms)),
         last_time_ms = max(coalesce(last_time_ms, $lastMs), coalesce($lastMs, last_time_ms)) WHERE id = $id`,
    )
    .run({ id: sessionId, added, messages, firstMs, lastMs });
}
