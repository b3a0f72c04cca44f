import type { CandidateQuery, Matched } from './candidate-query.ts';
import { eachCandidate } from './candidates.ts';
import type { Connection } from './open.ts';
import type { TextCheck } from './verify.ts';

const FEW_MATCHES = 40;

/** All matches of a query, on all branches. */
export type FewMatches = {
  /** In the order of the query, as it reads them. */
  readonly onBranch: readonly Matched[];
  /** How many more lie on abandoned branches. */
  readonly elsewhere: number;
};

/**
 * All matches of a query where they are few: one reading of the index then tells the hits and what other branches hold,
 * which takes two where they are many. Null where there are more.
 */
export function readFewMatches(connection: Connection, query: CandidateQuery, check: TextCheck): FewMatches | null {
  const plan = { ...query.plan, includesOtherBranches: true };
  const found = [...eachCandidate(connection, { ...query, plan, limit: FEW_MATCHES + 1 })];
  if (found.length > FEW_MATCHES) return null;
  const elsewhere = found.filter(({ candidate, text }) => candidate.walk === null && check.passes(text));
  return { onBranch: found.filter(({ candidate }) => candidate.walk !== null), elsewhere: elsewhere.length };
}
