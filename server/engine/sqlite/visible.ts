import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { Connection } from './open.ts';
import { ownerToken, sessionToken } from './scope-terms.ts';

/** Of more granted sessions than this, the predicate alone decides: the index would take longer than it saves. */
const GRANTED_TOKENS_MAX = 1000;
/** A spawn tree is followed so many levels down. */
const TREE_DEPTH_MAX = 64;

const COLUMNS = {
  s: { id: sql`s.id`, isComplete: sql`s.is_complete`, isIncognito: sql`s.is_incognito`, ownerId: sql`s.owner_id` },
  parent: {
    id: sql`parent.id`,
    isComplete: sql`parent.is_complete`,
    isIncognito: sql`parent.is_incognito`,
    ownerId: sql`parent.owner_id`,
  },
  child: {
    id: sql`child.id`,
    isComplete: sql`child.is_complete`,
    isIncognito: sql`child.is_incognito`,
    ownerId: sql`child.owner_id`,
  },
};

/**
 * The one predicate of who sees which session, over the session table under the given alias. Every statement that gives
 * rows of a session to anybody has it in its WHERE. A session whose first import still runs is nobody's.
 */
export function visibleSession(reach: Reach, alias: keyof typeof COLUMNS = 's'): SQL {
  const { id, isComplete, isIncognito, ownerId } = COLUMNS[alias];
  switch (reach.type) {
    case 'everything':
      return sql`(${isComplete} = 1)`;
    case 'all-but-incognito':
      return sql`(${isComplete} = 1 AND (${isIncognito} = 0 OR ${ownerId} = ${reach.personId}))`;
    case 'owned':
      return sql`(${isComplete} = 1 AND ${ownerId} = ${reach.personId})`;
    case 'own':
      return sql`(${isComplete} = 1 AND (${ownerId} = ${reach.personId} OR ${id} IN (${grantedSessions(reach.personId)})))`;
  }
}

/**
 * Ids of sessions granted to a person right now, with what a granted tree spawned. The walk goes through complete sessions
 * that are not incognito only: any other link cuts the tree. UNION and the depth end cycles.
 */
export function grantedSessions(personId: number): SQL {
  return sql`WITH RECURSIVE granted(id, depth, goes_on) AS (
      SELECT root.id, 0, g.covers = 'tree' FROM session_grant g JOIN session root ON root.id = g.session_id
        WHERE g.person_id = ${personId} AND g.revoked_at_ms IS NULL AND (g.expires_at_ms IS NULL OR g.expires_at_ms > now_ms())
          AND root.is_complete = 1 AND root.is_incognito = 0
      UNION
      SELECT child.id, granted.depth + 1, 1 FROM granted JOIN session child ON child.parent_id = granted.id
        WHERE granted.goes_on AND granted.depth < ${TREE_DEPTH_MAX} AND child.is_complete = 1 AND child.is_incognito = 0)
    SELECT id FROM granted`;
}

/**
 * The same as far as scope tokens can say it, so that the index itself leaves out most of what is not visible.
 * It may hold more than the predicate, never less; null leaves nobody out.
 */
export function visibleTokens(connection: Connection, reach: Reach): readonly string[] | null {
  switch (reach.type) {
    case 'everything':
    case 'all-but-incognito':
      return null;
    case 'owned':
      return [ownerToken(reach.personId)];
    case 'own': {
      const granted = connection.orm.all<{ id: number }>(
        sql`${grantedSessions(reach.personId)} LIMIT ${GRANTED_TOKENS_MAX + 1}`,
      );
      if (granted.length > GRANTED_TOKENS_MAX) return null;
      return [ownerToken(reach.personId), ...new Set(granted.map((row) => sessionToken(row.id)))];
    }
  }
}
