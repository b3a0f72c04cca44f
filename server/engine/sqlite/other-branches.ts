import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { QueryPlan } from '../../contract/query.ts';
import { CANDIDATE_TEXT_TOTAL_MAX, OTHER_BRANCHES_MAX, type OtherBranches } from '../../contract/search.ts';
import { fromMatches } from './candidates.ts';
import type { Connection } from './open.ts';
import { eachRow } from './rows.ts';
import { OFF_BRANCH } from './scope-terms.ts';
import { textCheck } from './verify.ts';

/**
 * Visible matches that `branch:any` would add. The token lets the index leave out everything else, so that it costs what
 * the abandoned branches hold, not what the query finds.
 */
export function countOtherBranches(connection: Connection, ask: { reach: Reach; plan: QueryPlan }): OtherBranches {
  const check = textCheck(ask.plan.text);
  const plan = { ...ask.plan, includesOtherBranches: true };
  const found = fromMatches(connection, {
    reach: ask.reach,
    plan,
    tokens: [OFF_BRANCH],
    fromSecond: null,
    toSecond: null,
  });
  let seen = 0;
  let matches = 0;
  let characters = 0;
  for (const { text } of eachRow<{ text: string }>(
    connection,
    sql`SELECT ${check.needsText ? sql`e.text` : sql`''`} AS text ${found} AND e.is_active = 0 LIMIT ${OTHER_BRANCHES_MAX + 1}`,
  )) {
    seen += 1;
    characters += text.length;
    if (seen > OTHER_BRANCHES_MAX || characters > CANDIDATE_TEXT_TOTAL_MAX) return { matches, isMore: true };
    if (check.passes(text)) matches += 1;
  }
  return { matches, isMore: false };
}
