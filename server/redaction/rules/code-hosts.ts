import { looksMixed, looksRandom } from '../looks-random.ts';
import { ALPHANUMERIC_RUN, type Rule, tokenRule, WORD_RUN } from '../rule.ts';

const GITLAB_PREFIXES = [
  'glpat-',
  'gldt-',
  'glrt-',
  'glptt-',
  'gloas-',
  'glsoat-',
  'glcbt-',
  'glimt-',
  'glagent-',
  'glft-',
  'glffct-',
];

/** Tokens of code hosts and package registries. */
export const codeHosts: readonly Rule[] = [
  // The last six characters are a checksum, which is not asked for: a token that was cut or mistyped is hidden too.
  tokenRule({
    kind: 'github-token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    head: /gh[opsur]_([A-Za-z0-9]{20,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: looksRandom,
  }),
  tokenRule({
    kind: 'github-token',
    keywords: ['github_pat_'],
    head: /github_pat_([A-Za-z0-9_]{20,64})/y,
    rest: /[A-Za-z0-9_]*/y,
    isSecret: looksMixed,
  }),
  tokenRule({
    kind: 'gitlab-token',
    keywords: GITLAB_PREFIXES,
    head: /gl(?:pat|dt|rt|ptt|oas|soat|cbt|imt|agent|ft|ffct)-([A-Za-z0-9_-]{20,64})/y,
    rest: /[A-Za-z0-9_-]*(?:\.[a-z0-9]{2}\.[a-z0-9]{7,9})?/y,
    isSecret: looksMixed,
  }),
  tokenRule({
    kind: 'npm-token',
    keywords: ['npm_'],
    head: /npm_([A-Za-z0-9]{30,64})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: (body) => looksRandom(body, 20),
  }),
  // The fixed part is the head of a macaroon: its version and the name of the registry.
  tokenRule({
    kind: 'pypi-token',
    keywords: ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'],
    head: /pypi-(?:AgEIcHlwaS5vcmc|AgENdGVzdC5weXBpLm9yZw)([A-Za-z0-9_-]{20,64})/y,
    rest: WORD_RUN,
    isSecret: looksRandom,
  }),
];
