import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { grantedSessions, grantedTokens } from './granted.ts';
import type { Connection } from './open.ts';
import { ownerToken } from './scope-terms.ts';
import { seenByToken, tokenTerms } from './visible-token.ts';

const ALIASES = { s: sql`s`, parent: sql`parent`, child: sql`child` };

/**
 * The one predicate of who sees which session, over the session table under the given alias. Every statement that gives
 * rows of a session to anybody has it in its WHERE. A session whose first import still runs is nobody's.
 */
export function visibleSession(reach: Reach, alias: keyof typeof ALIASES = 's'): SQL {
  const at = ALIASES[alias];
  switch (reach.type) {
    case 'everything':
      return sql`(${at}.is_complete = 1)`;
    case 'all-but-incognito':
      return sql`(${at}.is_complete = 1 AND (${at}.is_incognito = 0 OR ${at}.owner_id = ${reach.personId}))`;
    case 'owned':
      return sql`(${at}.is_complete = 1 AND ${at}.owner_id = ${reach.personId})`;
    case 'own':
      return sql`(${at}.is_complete = 1
        AND (${at}.owner_id = ${reach.personId} OR ${at}.id IN (${grantedSessions(reach.personId)})))`;
    case 'token':
      return seenByToken(reach, at);
  }
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
      const granted = grantedTokens(connection, reach.personId);
      return granted === null ? null : [ownerToken(reach.personId), ...granted];
    }
    case 'token':
      return tokenTerms(connection, reach);
  }
}
