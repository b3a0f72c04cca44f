import type { SecretKind } from '../../contract/redaction.ts';
import { TOKEN_BODY_CHARACTERS, TOKEN_PREFIX } from '../../contract/token-prefix.ts';
import { looksMixed, looksRandom } from '../looks-random.ts';
import { ALPHANUMERIC_RUN, type Rule, tokenRule, WORD_RUN } from '../rule.ts';

/** A cut token of our own is hidden down to this. */
const OWN_FEWEST_CHARACTERS = Math.floor(TOKEN_BODY_CHARACTERS / 2);

/** Tokens of letters and digits behind a prefix that nothing else begins with. */
function prefixed(kind: SecretKind, prefixes: readonly string[], fewest = 20): Rule {
  return tokenRule({
    kind,
    keywords: prefixes,
    head: new RegExp(`(?:${prefixes.map(escapeDots).join('|')})([A-Za-z0-9_-]{${fewest},64})`, 'y'),
    rest: WORD_RUN,
    isSecret: (body) => looksMixed(body, Math.min(fewest, 16)),
  });
}

function escapeDots(prefix: string): string {
  return prefix.replaceAll('.', '\\.');
}

/** Tokens of this product and of services beyond those that most transcripts name. */
export const vendors: readonly Rule[] = [
  prefixed('scrollback-token', [TOKEN_PREFIX], OWN_FEWEST_CHARACTERS),
  // Random text holds two capitals by chance: so it must stand alone.
  tokenRule({
    kind: 'twilio-key',
    keywords: [...'0123456789abcdef'].map((digit) => `SK${digit}`),
    head: /SK([0-9a-f]{32})/y,
    rest: ALPHANUMERIC_RUN,
    isSecret: (body) => looksRandom(body, 24),
    needsBreakBefore: true,
  }),
  prefixed('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_']),
  prefixed('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_']),
  prefixed('supabase-key', ['sbp_', 'sb_secret_']),
  prefixed('linear-key', ['lin_api_', 'lin_oauth_']),
  prefixed('vault-token', ['hvs.', 'hvb.', 'hvr.']),
  prefixed('groq-key', ['gsk_'], 30),
  prefixed('xai-key', ['xai-'], 40),
  tokenRule({
    kind: 'databricks-token',
    keywords: ['dapi'],
    head: /dapi([0-9a-f]{32})/y,
    rest: /[A-Za-z0-9-]*/y,
    isSecret: (body) => looksRandom(body, 24),
  }),
  prefixed('notion-token', ['ntn_'], 30),
  prefixed('figma-token', ['figd_', 'figo_', 'figu_'], 24),
  prefixed('docker-token', ['dckr_pat_', 'dckr_oat_']),
  prefixed('grafana-token', ['glsa_', 'glc_'], 24),
  tokenRule({
    kind: 'atlassian-token',
    keywords: ['ATATT3', 'ATCTT3'],
    head: /AT[AC]TT3([A-Za-z0-9_=-]{20,64})/y,
    rest: /[A-Za-z0-9_=-]*/y,
    isSecret: looksMixed,
  }),
];
