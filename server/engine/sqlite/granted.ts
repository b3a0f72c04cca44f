import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { sessionToken } from './scope-terms.ts';

/** A spawn tree is followed so many levels down. */
export const TREE_DEPTH_MAX = 64;
/** Of more sessions than this, the predicate alone decides: the index would take longer than it saves. */
export const SESSION_TOKENS_MAX = 1000;

const everyone = (): SQL => sql`1`;

/**
 * Ids of sessions granted to a person right now, with what a granted tree spawned. The walk goes through complete sessions
 * that are not incognito only, and that pass: any other link cuts the tree. UNION and the depth end cycles.
 */
export function grantedSessions(personId: number, passes: (at: SQL) => SQL = everyone): SQL {
  return sql`WITH RECURSIVE granted(id, depth, goes_on) AS (
      SELECT root.id, 0, g.covers = 'tree' FROM session_grant g JOIN session root ON root.id = g.session_id
        WHERE g.person_id = ${personId} AND g.revoked_at_ms IS NULL AND (g.expires_at_ms IS NULL OR g.expires_at_ms > now_ms())
          AND root.is_complete = 1 AND root.is_incognito = 0 AND ${passes(sql`root`)}
      UNION
      SELECT child.id, granted.depth + 1, 1 FROM granted JOIN session child ON child.parent_id = granted.id
        WHERE granted.goes_on AND granted.depth < ${TREE_DEPTH_MAX} AND child.is_complete = 1 AND child.is_incognito = 0
          AND ${passes(sql`child`)})
    SELECT id FROM granted`;
}

/** The same as scope tokens; null when they are too many. */
export function grantedTokens(connection: Connection, personId: number): readonly string[] | null {
  return sessionTokens(connection, grantedSessions(personId));
}

/** Scope tokens of the sessions whose ids a statement gives; null when they are too many. */
export function sessionTokens(connection: Connection, ids: SQL): readonly string[] | null {
  const rows = allRows<{ id: number }>(connection, sql`${ids} LIMIT ${SESSION_TOKENS_MAX + 1}`);
  return rows.length > SESSION_TOKENS_MAX ? null : [...new Set(rows.map((row) => sessionToken(row.id)))];
}
