import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { ownerToken, roleToken } from './scope-terms.ts';

const COLUMNS = {
  s: { isComplete: sql`s.is_complete`, isIncognito: sql`s.is_incognito`, ownerId: sql`s.owner_id` },
  parent: { isComplete: sql`parent.is_complete`, isIncognito: sql`parent.is_incognito`, ownerId: sql`parent.owner_id` },
};

/**
 * The one predicate of who sees which session, over the session table under the given alias. Every statement that gives
 * rows of a session to anybody has it in its WHERE. A session whose first import still runs is nobody's.
 */
export function visibleSession(reach: Reach, alias: keyof typeof COLUMNS = 's'): SQL {
  const { isComplete, isIncognito, ownerId } = COLUMNS[alias];
  switch (reach.type) {
    case 'everything':
      return sql`(${isComplete} = 1)`;
    case 'all-but-incognito':
      return sql`(${isComplete} = 1 AND (${isIncognito} = 0 OR ${ownerId} = ${reach.personId}))`;
    case 'own':
      return sql`(${isComplete} = 1 AND ${ownerId} = ${reach.personId})`;
  }
}

/**
 * The same as far as scope tokens can say it, so that the index itself leaves out most of what is not visible.
 * It may hold more than the predicate, never less.
 */
export function visibleTokens(reach: Reach): readonly string[] {
  return reach.type === 'own' ? [ownerToken(reach.personId)] : [roleToken('user'), roleToken('assistant')];
}
