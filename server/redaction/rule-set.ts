import { type KeywordScanner, keywordScanner } from './keyword-scanner.ts';
import type { Rule } from './rule.ts';

export type RankedRule = { readonly rule: Rule; readonly rank: number };

/** Rules made ready to be looked for together. */
export type RuleSet = {
  readonly nextKeyword: KeywordScanner;
  readonly byKeyword: ReadonlyMap<string, readonly RankedRule[]>;
};

export function ruleSet(rules: readonly Rule[]): RuleSet {
  const byKeyword = groupByKeyword(rules);
  return { nextKeyword: keywordScanner(byKeyword.keys()), byKeyword };
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
