import type { SecretKind } from '../contract/redaction.ts';
import { hasBreakBefore } from './has-break-before.ts';
import { keywordPattern } from './keyword-pattern.ts';
import type { Span } from './merge-spans.ts';
import type { Candidate, Rule } from './rule.ts';
import { RULES } from './rules.ts';

type RankedRule = { readonly rule: Rule; readonly rank: number };
type RankedCandidate = Candidate & { readonly kind: SecretKind; readonly rank: number };

const RULES_BY_KEYWORD = groupByKeyword(RULES);
const KEYWORDS = keywordPattern(RULES_BY_KEYWORD.keys());

/**
 * The secrets of a text in ascending order of start; they can overlap. Time is linear in the text's length: one pass for
 * the keywords of all rules, then bounded work at each.
 */
export function findSecrets(text: string): readonly Span[] {
  const candidates = findCandidates(text).sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank);
  const secrets: Span[] = [];
  let coveredTo = 0;
  for (const candidate of candidates) {
    const { start, end, needsBreakBefore } = candidate;
    // What is hidden right in front is a break, as its mask will be when the text is read again.
    if (needsBreakBefore && start !== coveredTo && !hasBreakBefore(text, start)) continue;
    coveredTo = Math.max(coveredTo, end);
    secrets.push(candidate);
  }
  return secrets;
}

function findCandidates(text: string): RankedCandidate[] {
  const candidates: RankedCandidate[] = [];
  const passOverTo: number[] = [];
  KEYWORDS.lastIndex = 0;
  for (let hit = KEYWORDS.exec(text); hit !== null; hit = KEYWORDS.exec(text)) {
    // Not past the keyword: another one can begin inside it.
    KEYWORDS.lastIndex = hit.index + 1;
    for (const { rule, rank } of RULES_BY_KEYWORD.get(hit[0]) ?? []) {
      if (hit.index < (passOverTo[rank] ?? 0)) continue;
      const candidate = rule.find(text, hit.index);
      if (candidate === null) continue;
      candidates.push({ ...candidate, kind: rule.kind, rank });
      if (rule.takesWholeRun) passOverTo[rank] = candidate.end;
    }
  }
  return candidates;
}

/** A keyword's rules, with those of shorter keywords that it begins with: where both stand, only the longer is met. */
function groupByKeyword(rules: readonly Rule[]): ReadonlyMap<string, readonly RankedRule[]> {
  const ranked = rules.map((rule, rank) => ({ rule, rank }));
  const keywords = new Set(rules.flatMap((rule) => rule.keywords));
  return new Map(
    [...keywords].map((keyword) => [
      keyword,
      ranked.filter(({ rule }) => rule.keywords.some((own) => keyword.startsWith(own))),
    ]),
  );
}
