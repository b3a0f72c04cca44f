import type { SecretKind } from '../../server/contract/redaction.ts';
import { TOKEN_BODY_CHARACTERS, TOKEN_PREFIX } from '../../server/contract/token-prefix.ts';
import { type SecretCase, secretCase, tokens } from './secret-case.ts';
import { type ALPHABETS, invent } from './values.ts';

type Shape = readonly [kind: SecretKind, prefix: string, alphabet: keyof typeof ALPHABETS, length: number];

/** Prefixes stand apart from the values that are invented behind them. */
const SHAPES: readonly Shape[] = [
  ['scrollback-token', TOKEN_PREFIX, 'base64url', TOKEN_BODY_CHARACTERS],
  ['shopify-token', 'shpat_', 'hex', 32],
  ['digitalocean-token', 'dop_v1_', 'hex', 64],
  ['supabase-key', 'sbp_', 'hex', 40],
  ['linear-key', 'lin_api_', 'base62', 40],
  ['vault-token', 'hvs.', 'base62', 90],
  ['groq-key', 'gsk_', 'base62', 52],
  ['xai-key', 'xai-', 'base62', 80],
  ['databricks-token', 'dapi', 'hex', 32],
  ['notion-token', 'ntn_', 'base62', 46],
  ['figma-token', 'figd_', 'base64url', 40],
  ['docker-token', 'dckr_pat_', 'base64url', 27],
  ['grafana-token', 'glsa_', 'base62', 41],
  ['atlassian-token', 'ATATT3', 'base64url', 180],
];
const EACH = 5;

const twilio = Array.from({ length: EACH }, (_, index) =>
  secretCase('twilio-key', [`key ${index + 1}`, `SK${invent('hex', 32, 400 + index)}`], { canBeGlued: false }),
);

/** Five of each, of different seeds, the last one cut short where the rule allows for it. */
export const VENDOR_SECRETS: readonly SecretCase[] = [
  ...SHAPES.flatMap(([kind, prefix, alphabet, length], at) =>
    tokens(
      kind,
      Array.from({ length: EACH }, (_, index) => [
        `value ${index + 1}`,
        prefix + invent(alphabet, length, 500 + at * EACH + index),
      ]),
    ),
  ),
  ...twilio,
];

const GENERIC = [
  (prefix: string) => `values begin with \`${prefix}\` and go on at random`,
  (prefix: string) => `${prefix}${'x'.repeat(60)}`,
  (prefix: string) => `${prefix}...`,
  (prefix: string) => `${prefix}<your key>`,
  (prefix: string) => `${prefix}your-token-goes-here`,
  (prefix: string) => `if (text.startsWith('${prefix}')) return true;`,
];

/** Texts that come near a vendor's rule and must stay. */
export function vendorLookAlikes(kind: SecretKind): readonly string[] {
  const prefix = SHAPES.find(([name]) => name === kind)?.[1] ?? 'SK';
  return GENERIC.map((write) => write(prefix));
}
