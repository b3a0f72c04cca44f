import type { SecretKind } from '../contract/redaction.ts';

/** A secret that a rule sees in a text, in UTF-16 units, `end` exclusive. */
export type Candidate = {
  readonly start: number;
  readonly end: number;
  /** True where it counts only when no letter or digit stands right before `start`. */
  readonly needsBreakBefore: boolean;
};

/** One way to recognise one kind of secret. Every secret that the rule can find holds one of its keywords. */
export type Rule = {
  readonly kind: SecretKind;
  /** Fixed pieces of text, case-sensitive; all rules' keywords are looked for together. */
  readonly keywords: readonly string[];
  /** True where keywords inside a candidate can only lead to candidates that end with it: they are passed over. */
  readonly takesWholeRun: boolean;
  /**
   * The secret around the keyword that stands at `at`, or null. Time is linear in what it returns; returning null costs
   * a bounded amount. No secret holds U+FFFC or U+FFFD, so that a mask is a wall and redacting twice finds nothing new.
   */
  readonly find: (text: string, at: number) => Candidate | null;
};

/** The match of a sticky pattern that begins exactly at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The alphabets that most tokens are written in. */
export const ALPHANUMERIC_RUN = /[A-Za-z0-9]*/y;
export const WORD_RUN = /[A-Za-z0-9_-]*/y;

/** Where the match of a sticky pattern that begins at `at` ends; `at` itself when there is none. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}

type TokenRule = {
  readonly kind: SecretKind;
  /** Each begins the secret. */
  readonly keywords: readonly string[];
  /** Sticky and bounded: enough of the secret to judge it. Group 1 is the part without the fixed prefix. */
  readonly head: RegExp;
  /** Sticky: the rest, once the head is found to be secret. */
  readonly rest: RegExp;
  /** Tells a secret from a placeholder by group 1. */
  readonly isSecret: (body: string) => boolean;
  readonly needsBreakBefore?: boolean;
};

/** A rule for tokens that begin with their keyword and go on as long as their alphabet does: most of them. */
export function tokenRule({ kind, keywords, head, rest, isSecret, needsBreakBefore = false }: TokenRule): Rule {
  return {
    kind,
    keywords,
    takesWholeRun: true,
    find(text, at) {
      const match = matchAt(head, text, at);
      if (match === null || !isSecret(match[1] ?? '')) return null;
      return { start: at, end: endOf(rest, text, at + match[0].length), needsBreakBefore };
    },
  };
}
