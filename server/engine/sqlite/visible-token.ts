import { type SQL, sql } from 'drizzle-orm';
import type { SessionId, TokenReach } from '../../contract/actor.ts';
import { grantedSessions, grantedTokens, sessionTokens, TREE_DEPTH_MAX } from './granted.ts';
import type { Connection } from './open.ts';
import { agentToken, ownerToken, sessionToken } from './scope-terms.ts';

/**
 * Which sessions a token of an agent sees, over the session table under the given alias: a part of `visibleSession`. What a
 * session spawned has its owner, so that sessions of others come in only where a whole agent or all agents are seen.
 */
export function seenByToken(reach: TokenReach, at: SQL): SQL {
  switch (reach.visibility) {
    case 'self':
      return reach.sessionId === null ? sql`0` : sql`(${isOwn(reach, at)} AND ${at}.id = ${reach.sessionId})`;
    case 'tree':
      return sql`(${isOwn(reach, at)} AND ${at}.id IN (${spawnedSessions(reach)}) OR ${ofAgentFromMain(reach, at)})`;
    case 'agent':
      return isTheirs(reach, at, reach.agentId);
    case 'all':
      return isTheirs(reach, at, null);
  }
}

/** What every token is kept to, whatever its visibility; walks pass through nothing else. */
function isAllowed({ agentIds }: TokenReach, at: SQL): SQL {
  const where = [sql`${at}.is_complete = 1`, sql`${at}.is_incognito = 0`];
  if (agentIds !== null) where.push(ofAgents(agentIds, at));
  return sql.join(where, sql` AND `);
}

function isOwn(reach: TokenReach, at: SQL): SQL {
  return sql`${isAllowed(reach, at)} AND ${at}.owner_id = ${reach.personId}`;
}

/** The person's own, and where the token has them those granted: down a tree by what the token sees itself. */
function isTheirs(reach: TokenReach, at: SQL, agentId: string | null): SQL {
  const passes = (of: SQL): SQL =>
    agentId === null ? isAllowed(reach, of) : sql`${isAllowed(reach, of)} AND ${ofAgents([agentId], of)}`;
  const isOf = sql`${at}.owner_id = ${reach.personId}`;
  const who = reach.includesGranted ? sql`(${isOf} OR ${at}.id IN (${grantedSessions(reach.personId, passes)}))` : isOf;
  return sql`(${passes(at)} AND ${who})`;
}

/**
 * Ids of the bound session and of all it spawned, across agents. A session has one parent, so a circle can only lead back to
 * where the walk began: leaving that one out ends it. The index is named, or each step would read all of the person's.
 */
function spawnedSessions(reach: TokenReach): SQL {
  return sql`WITH RECURSIVE spawned(id, depth) AS (
      SELECT root.id, 0 FROM session root WHERE root.id = ${reach.sessionId} AND ${isOwn(reach, sql`root`)}
      UNION
      SELECT below.id, spawned.depth + 1
        FROM spawned CROSS JOIN session below INDEXED BY session_parent ON below.parent_id = spawned.id
        WHERE spawned.depth < ${TREE_DEPTH_MAX} AND below.id <> ${reach.sessionId} AND ${isOwn(reach, sql`below`)})
    SELECT id FROM spawned`;
}

/** All of the agent where the bound session is its main one, and is seen itself. */
function ofAgentFromMain(reach: TokenReach, at: SQL): SQL {
  if (!reach.isWideFromMain) return sql`0`;
  const main = sql`main`;
  return sql`(${isTheirs(reach, at, reach.agentId)} AND EXISTS (SELECT 1 FROM session main
      WHERE main.id = ${reach.sessionId} AND main.kind = 'main' AND ${ofAgents([reach.agentId], main)}
        AND ${isOwn(reach, main)}))`;
}

/** Every owner has agents of their own, so a name may mean several rows; whose sessions count is said elsewhere. */
function ofAgents(agentIds: readonly string[], at: SQL): SQL {
  return sql`${at}.agent_ref IN (SELECT named.id FROM agent named
    WHERE named.agent_id IN (SELECT value FROM json_each(${JSON.stringify(agentIds)})))`;
}

/** Scope tokens for `seenByToken`: perhaps more than it, never less; null leaves nobody out. */
export function tokenTerms(connection: Connection, reach: TokenReach): readonly string[] | null {
  switch (reach.visibility) {
    case 'self':
      return reach.sessionId === null ? [] : [sessionToken(reach.sessionId)];
    case 'tree': {
      const spawned = sessionTokens(connection, spawnedSessions(reach));
      if (spawned === null) return withGranted(connection, reach, [ownerToken(reach.personId)]);
      const isWide = reach.isWideFromMain && isMain(connection, reach.sessionId);
      return isWide ? withGranted(connection, reach, [...spawned, ...ownAgents(connection, reach)]) : spawned;
    }
    case 'agent':
      return withGranted(connection, reach, ownAgents(connection, reach));
    case 'all':
      return withGranted(connection, reach, [ownerToken(reach.personId)]);
  }
}

function isMain(connection: Connection, sessionId: SessionId | null): boolean {
  return connection.client.prepare(`SELECT 1 FROM session WHERE id = ? AND kind = 'main'`).get(sessionId) !== undefined;
}

/** The person's own row of the token's agent, if it is there. */
function ownAgents(connection: Connection, { personId, agentId }: TokenReach): readonly string[] {
  return connection.client
    .prepare<[number, string], number>('SELECT id FROM agent WHERE owner_id = ? AND agent_id = ?')
    .pluck()
    .all(personId, agentId)
    .map(agentToken);
}

function withGranted(
  connection: Connection,
  { personId, includesGranted }: TokenReach,
  own: readonly string[],
): readonly string[] | null {
  if (!includesGranted) return own;
  const granted = grantedTokens(connection, personId);
  return granted === null ? null : [...own, ...granted];
}
