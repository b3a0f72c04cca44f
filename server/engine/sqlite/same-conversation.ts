import type { PersonId } from '../../contract/actor.ts';
import type { SaveHeader } from '../save-types.ts';
import { agentRef } from './agents.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { scopeTerms } from './scope-terms.ts';

type Known = { session_id: number; session_key: string; window_id: number };

/**
 * One native id is one conversation of its owner, under whatever key it came. A key that a store gives wins over one
 * that was made from the id for want of a store; so a file that was imported without its store moves to the right key
 * when it comes with it, and a copy without the store makes no second session. Gives the key to save under.
 */
export function keyOfConversation(connection: Connection, save: { ownerId: PersonId; header: SaveHeader }): string {
  const { header } = save;
  const known = findKnown(connection, save);
  if (known === null || known.session_key === header.sessionKey) return header.sessionKey;
  if (!isMadeFromId(known.session_key, header.nativeId) || isMadeFromId(header.sessionKey, header.nativeId)) {
    return known.session_key;
  }
  const target = prepared<[number, string], { id: number }>(
    connection,
    'SELECT id FROM session WHERE owner_id = ? AND session_key = ?',
  ).get(save.ownerId, header.sessionKey);
  if (target !== undefined) moveWindow(connection, known, target.id);
  else {
    const agent = agentRef(connection, save.ownerId, header.agentId);
    prepared(connection, 'UPDATE session SET session_key = ?, agent_ref = ? WHERE id = ?').run(
      header.sessionKey,
      agent,
      known.session_id,
    );
    rescope(connection, known.session_id);
  }
  return header.sessionKey;
}

function findKnown(
  connection: Connection,
  { ownerId, header }: { ownerId: PersonId; header: SaveHeader },
): Known | null {
  const row = prepared<[number, string, string], Known>(
    connection,
    `SELECT s.id AS session_id, s.session_key, w.id AS window_id
       FROM session_window w JOIN session s ON s.id = w.session_id
       WHERE s.owner_id = ? AND s.format = ? AND w.native_id = ? ORDER BY w.id LIMIT 1`,
  ).get(ownerId, header.format, header.nativeId);
  return row ?? null;
}

/** `agent:<agent>:<native id>`, with nothing between: the key of a file that no store names. */
function isMadeFromId(sessionKey: string, nativeId: string): boolean {
  const [kind = '', agent = ''] = sessionKey.split(':', 2);
  return sessionKey === `${kind}:${agent}:${nativeId}`;
}

/** The session under the right key is there already, by another of its windows: this one joins it. */
function moveWindow(connection: Connection, from: Known, toSessionId: number): void {
  const { client } = connection;
  prepared({ client }, 'UPDATE session_window SET session_id = ? WHERE id = ?').run(toSessionId, from.window_id);
  prepared({ client }, 'UPDATE entry SET session_id = ? WHERE window_id = ?').run(toSessionId, from.window_id);
  prepared(
    { client },
    'UPDATE record_block SET session_id = ? WHERE id IN (SELECT block_id FROM entry WHERE window_id = ?)',
  ).run(toSessionId, from.window_id);
  prepared(
    { client },
    `INSERT INTO source_session (source_id, session_id) SELECT source_id, ? FROM source_session WHERE session_id = ?
       ON CONFLICT DO NOTHING`,
  ).run(toSessionId, from.session_id);
  rescope(connection, toSessionId);
  const left = prepared({ client }, 'SELECT 1 FROM session_window WHERE session_id = ?').get(from.session_id);
  if (left === undefined) prepared({ client }, 'DELETE FROM session WHERE id = ?').run(from.session_id);
}

type EntryRow = { id: number; role: string | null; is_active: number; scope_terms: string };

/** Gives the entries of a session the tokens of where they are now; the trigger moves the index with them. */
function rescope(connection: Connection, sessionId: number): void {
  const facts = prepared<[number], { sessionId: number; ownerId: number; agentRef: number }>(
    connection,
    'SELECT id AS sessionId, owner_id AS ownerId, agent_ref AS agentRef FROM session WHERE id = ?',
  ).get(sessionId);
  if (facts === undefined) return;
  const rows = prepared<[number], EntryRow>(
    connection,
    `SELECT e.id, e.role, e.is_active, e.scope_terms FROM session_window w JOIN entry e ON e.window_id = w.id WHERE w.session_id = ?`,
  ).all(sessionId);
  const update = prepared(connection, 'UPDATE entry SET scope_terms = ? WHERE id = ?');
  for (const row of rows) {
    const terms = scopeTerms(facts, { role: row.role, isActive: row.is_active === 1 });
    if (terms !== row.scope_terms) update.run(terms, row.id);
  }
}
