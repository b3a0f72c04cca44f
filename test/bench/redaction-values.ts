import { encode, encodeUrl, invent, pem } from '../redaction/values.ts';
import type { Random } from './random.ts';

/** Makes one secret of a kind: random, of the length and alphabet that its issuer uses. */
export type MakeValue = (random: Random) => string;

type Alphabet = Parameters<typeof invent>[0];

/** Random characters; the prefix stands apart from them in this file, so that no line looks like a secret. */
function run(alphabet: Alphabet, length: number, random: Random): string {
  return invent(alphabet, length, random.whole(1, 1_000_000_000));
}

function behind(prefix: string, alphabet: Alphabet, length: number): MakeValue {
  return (random) => prefix + run(alphabet, length, random);
}

const WORDS = 'orange battery kestrel window marble copper sunset harbor pickle velvet thunder walnut'.split(' ');

/** As people choose them: words with digits and signs, or what a password manager gives. */
export const chosenPassword: MakeValue = (random) => {
  const word = random.pick(WORDS);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return random.pick([
    `${capital}${random.whole(10, 9999)}!`,
    `${word}${random.whole(100, 9999)}`,
    `${word}-${random.pick(WORDS)}-${random.whole(1, 99)}`,
    `${run('base62', 16, random)}`,
    `${run('base62', 9, random)}#${run('base62', 6, random)}`,
    `${capital}_${random.pick(WORDS)}_${random.whole(1, 99)}`,
    word + random.pick(WORDS),
  ]);
};

/** What services give out without a mark of their own. */
export const opaqueSecret: MakeValue = (random) =>
  random.pick([
    run('hex', 32, random),
    run('hex', 64, random),
    run('base62', 24, random),
    run('base62', 40, random),
    `${run('base64', 43, random)}=`,
    run('base64url', 32, random),
    random.uuid(),
  ]);

const PRIVATE = ['PRIVATE', 'KEY'].join(' ');

/** Kinds whose secrets look the same wherever they stand. */
export const VALUES: Readonly<Record<string, MakeValue>> = {
  'anthropic-key': (random) => `sk-ant-${'api03'}-${run('base64url', 93, random)}AA`,
  'openai-key': (random) => `sk-${'proj'}-${run('base64url', 60, random)}T3Blbk${'FJ'}${run('base64url', 60, random)}`,
  'openrouter-key': (random) => `sk-or-${'v1'}-${run('hex', 64, random)}`,
  'github-token': (random) => random.pick(['ghp', 'gho', 'ghs']) + behind('_', 'base62', 36)(random),
  'gitlab-token': (random) => `glpat${behind('-', 'base64url', 20)(random)}`,
  'slack-token': (random) =>
    `xoxb-${run('digits', 12, random)}-${run('digits', 13, random)}-${run('base62', 24, random)}`,
  'slack-webhook': (random) =>
    `T${run('base32', 9, random)}/B${run('base32', 10, random)}/${run('base62', 24, random)}`,
  'aws-access-key-id': behind('AKIA', 'base32', 16),
  'stripe-key': (random) => `sk_${'live'}_${run('base62', random.pick([24, 99]), random)}`,
  'google-api-key': behind('AIza', 'base64url', 35),
  'google-oauth': behind('GOCSPX-', 'base64url', 28),
  'npm-token': (random) => `npm${behind('_', 'base62', 36)(random)}`,
  'pypi-token': (random) => `pypi-${'AgEIcHlwaS5vcmc'}${run('base64url', 150, random)}`,
  'huggingface-token': (random) => `hf${behind('_', 'letters', 34)(random)}`,
  'telegram-bot-token': (random) =>
    `${random.whole(1, 9)}${run('digits', 9, random)}:AA${run('base64url', 33, random)}`,
  'sendgrid-key': (random) => `SG.${run('base64url', 22, random)}.${run('base64url', 43, random)}`,
  'private-key': (random) =>
    pem({ label: random.pick([PRIVATE, `RSA ${PRIVATE}`]), body: `MII${run('base64', 800, random)}=` }),
  jwt: (random) =>
    `${encodeUrl('{"alg":"HS256","typ":"JWT"}')}.${encodeUrl(`{"sub":"${random.whole(1, 9999)}"}`)}.${run('base64url', 43, random)}`,
  'scrollback-token': (random) => `sbk${behind('_', 'base64url', 43)(random)}`,
  'twilio-key': behind('SK', 'hex', 32),
  'shopify-token': behind('shpat_', 'hex', 32),
  'digitalocean-token': behind('dop_v1_', 'hex', 64),
  'supabase-key': behind('sbp_', 'hex', 40),
  'linear-key': behind('lin_api_', 'base62', 40),
  'vault-token': behind('hvs.', 'base62', 90),
  'groq-key': behind('gsk_', 'base62', 52),
  'xai-key': behind('xai-', 'base62', 80),
  'databricks-token': behind('dapi', 'hex', 32),
  'notion-token': behind('ntn_', 'base62', 46),
  'figma-token': behind('figd_', 'base64url', 40),
  'docker-token': behind('dckr_pat_', 'base64url', 27),
  'grafana-token': (random) => `glsa_${run('base62', 32, random)}_${run('hex', 8, random)}`,
  'atlassian-token': behind('ATATT3xFf', 'base64url', 180),
};

/** Kinds that are told by what stands around them. */
export const CONTEXT_VALUES: Readonly<Record<string, MakeValue>> = {
  'url-password': (random) => run('base62', random.whole(10, 20), random),
  'authorization-header': (random) => run('base64url', 40, random),
  'authorization-basic': (random) => encode(`svc-${random.whole(1, 99)}:${run('base62', 14, random)}`),
  'aws-secret-key': (random) => run('base64', 40, random),
  'azure-key': (random) => `${run('base64', 86, random)}==`,
  'url-signature': (random) => `${encodeURIComponent(run('base64', 43, random))}%3D`,
  'connection-string': chosenPassword,
  cookie: (random) => run('base64url', 43, random),
  'command-line-password': chosenPassword,
  'assigned-password': chosenPassword,
  'assigned-secret': opaqueSecret,
};
