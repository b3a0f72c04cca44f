import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { QueryPlan } from '../../contract/query.ts';
import { CANDIDATE_TEXT_TOTAL_MAX, OTHER_BRANCHES_MAX, type OtherBranches } from '../../contract/search.ts';
import { fromMatches } from './candidates.ts';
import type { Connection } from './open.ts';
import { allRows, eachRow } from './rows.ts';
import { OFF_BRANCH } from './scope-terms.ts';
import { textCheck } from './verify.ts';

/** Where all matches are no more than this, the abandoned ones are picked among them. */
const FEW_MATCHES = 50;

type Ask = { readonly reach: Reach; readonly plan: QueryPlan };

/**
 * Visible matches that `branch:any` would add. The token lets the index leave out everything else, so that it costs what
 * the abandoned branches hold, not what the query finds; of a rare word all matches are looked at, which costs less still.
 */
export function countOtherBranches(connection: Connection, { reach, plan }: Ask): OtherBranches {
  const ask = { reach, plan: { ...plan, includesOtherBranches: true } };
  return countAmongFew(connection, ask) ?? countByToken(connection, ask);
}

/** Null where there are more. */
function countAmongFew(connection: Connection, ask: Ask): OtherBranches | null {
  const found = fromMatches(connection, { ...ask, fromSecond: null, toSecond: null });
  const rows = allRows<{ isActive: number }>(
    connection,
    sql`SELECT e.is_active AS isActive ${found} LIMIT ${FEW_MATCHES + 1}`,
  );
  if (rows.length > FEW_MATCHES) return null;
  const abandoned = rows.filter(({ isActive }) => isActive === 0).length;
  return abandoned > 0 && textCheck(ask.plan.text).needsText ? null : { matches: abandoned, isMore: false };
}

function countByToken(connection: Connection, ask: Ask): OtherBranches {
  const check = textCheck(ask.plan.text);
  const found = fromMatches(connection, { ...ask, tokens: [OFF_BRANCH], fromSecond: null, toSecond: null });
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
