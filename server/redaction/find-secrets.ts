import type { SecretKind } from '../contract/redaction.ts';
import { codesOf } from './codes-of.ts';
import { hasBreakBefore } from './has-break-before.ts';
import type { Span } from './merge-spans.ts';
import type { Candidate } from './rule.ts';
import type { RuleSet } from './rule-set.ts';

type RankedCandidate = Candidate & { readonly kind: SecretKind; readonly rank: number; readonly readFrom: number };

/** A secret, and where the reading that found it began: at the secret itself, or at the words in front that name it. */
export type Finding = Span & { readonly readFrom: number };

/**
 * The secrets of a text in ascending order of start; they can overlap. `codes` are the text's. Time is linear in the text's length: one pass for
 * the keywords of all rules, then bounded work at each.
 */
export function findSecrets(text: string, rules: RuleSet, codes = codesOf(text)): readonly Finding[] {
  const candidates = findCandidates(text, rules, codes).sort(
    (a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank,
  );
  const secrets: Finding[] = [];
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

function findCandidates(text: string, { nextKeyword, byKeyword }: RuleSet, codes: Uint16Array): RankedCandidate[] {
  const candidates: RankedCandidate[] = [];
  const passOverTo: number[] = [];
  // Not past the keyword: another one can begin inside it.
  for (let hit = nextKeyword(text, codes, 0); hit !== null; hit = nextKeyword(text, codes, hit.index + 1)) {
    for (const { rule, rank } of byKeyword.get(hit.keyword) ?? []) {
      if (hit.index < (passOverTo[rank] ?? 0)) continue;
      const candidate = rule.find(text, hit.index);
      if (candidate === null) continue;
      candidates.push({ ...candidate, kind: rule.kind, rank, readFrom: Math.min(hit.index, candidate.start) });
      if (rule.takesWholeRun) passOverTo[rank] = candidate.end;
    }
  }
  return candidates;
}
