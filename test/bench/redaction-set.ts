import { createHash } from 'node:crypto';
import { encode, invent } from '../redaction/values.ts';
import { Random } from './random.ts';
import { CONTEXT_DECOYS, PREFIX_DECOYS } from './redaction-decoys.ts';
import { ANYWHERE, CONTEXTS } from './redaction-surroundings.ts';
import { CONTEXT_VALUES, type MakeValue, VALUES } from './redaction-values.ts';

/** A text and what of it is secret: nothing in a decoy. */
export type Labelled = {
  readonly kind: string;
  readonly before: string;
  /** Stands in `before` and is a secret as well; empty where there is none. */
  readonly otherSecret: string;
  /** As it stands in the text, disguise and all; empty for a decoy. */
  readonly secret: string;
  readonly after: string;
  /** Never looked at while rules were written: a third of all, by hash of kind and template. */
  readonly isHeldOut: boolean;
};

const EACH = 12;
const HELD_OUT_EVERY = 3;

/** What hides a token from a reader of plain text; all are put on GitHub's and on Anthropic's tokens. */
const DISGUISES: Readonly<Record<string, (secret: string, random: Random) => string>> = {
  'with zero-width characters': (secret, random) =>
    cut(secret, random).join(random.pick(['\u200B', '\u200D', '\u2060', '\uFEFF'])),
  'with soft hyphens': (secret, random) => cut(secret, random).join('\u00AD'),
  'with colours': (secret, random) => cut(secret, random).join('\u001b[1;31m'),
  'in HTML entities': (secret) => secret.replaceAll(/[_-]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in JSON escapes': (secret) => secret.replaceAll(/[_aeiou]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'in hex escapes': (secret) => secret.replaceAll(/[_g-k]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
  'in URL encoding': (secret) =>
    secret.replaceAll(/[_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  'in base64': (secret) => encode(secret),
  'over a line end': (secret, random) => halves(secret, random).join(random.pick(['\n', '\r\n', '\n    ', '\n> '])),
  'over an escaped line end': (secret, random) => halves(secret, random).join('\\n'),
  'with emphasis': (secret, random) => cut(secret, random).join('**'),
  'over two blocks': (secret, random) => halves(secret, random).join('\n\n'),
};

/** In two or three pieces of at least three characters. */
function cut(secret: string, random: Random): readonly string[] {
  const first = random.whole(3, secret.length >> 1);
  const second = random.whole(first + 3, secret.length - 3);
  return [secret.slice(0, first), secret.slice(first, second), secret.slice(second)];
}

function halves(secret: string, random: Random): readonly string[] {
  const at = random.whole(6, secret.length - 10);
  return [secret.slice(0, at), secret.slice(at)];
}

/** All labelled texts; the same for the same seed. `each` of every kind, secrets and decoys. */
export function labelledSet(seed: number, each = EACH): readonly Labelled[] {
  const random = new Random(seed);
  return [
    ...Object.entries(VALUES).flatMap(([kind, make]) => [
      ...secretsOf(kind, { make, templates: ANYWHERE, each, random }),
      ...decoysOf(kind, { templates: PREFIX_DECOYS, prefix: prefixOf(kind, make), each, random }),
    ]),
    ...Object.entries(CONTEXT_VALUES).flatMap(([kind, make]) => [
      ...secretsOf(kind, { make, templates: CONTEXTS[kind] ?? [], each, random }),
      ...decoysOf(kind, { templates: CONTEXT_DECOYS[kind] ?? [], prefix: '', each, random }),
    ]),
    ...Object.entries(DISGUISES).flatMap(([kind, disguise]) => [
      ...secretsOf(kind, { make: disguised(disguise), templates: ANYWHERE, each, random }),
      ...decoysOf(kind, { templates: CONTEXT_DECOYS['disguise'] ?? [], prefix: '', each, random }),
    ]),
  ];
}

function disguised(disguise: (secret: string, random: Random) => string): MakeValue {
  return (random) => {
    const make = VALUES[random.pick(['github-token', 'anthropic-key', 'stripe-key', 'google-api-key'])];
    return make === undefined ? '' : disguise(make(random), random);
  };
}

type Making = { readonly templates: readonly string[]; readonly each: number; readonly random: Random };

/** Every template once, and again from the first where there are fewer than asked for. */
function secretsOf(kind: string, { make, templates, each, random }: Making & { readonly make: MakeValue }): Labelled[] {
  return Array.from({ length: each }, (_, index) => {
    const template = templates[index % templates.length] ?? '§';
    const [front = '', after = ''] = template.split('§');
    const otherSecret = front.includes('¶') ? (VALUES['aws-access-key-id']?.(random) ?? '') : '';
    const before = framed(kind, front.replace('¶', otherSecret));
    return { kind, before, otherSecret, secret: make(random), after, isHeldOut: isHeldOut(kind, template) };
  });
}

/** A webhook's secret is the end of an address. */
function framed(kind: string, before: string): string {
  return kind === 'slack-webhook' ? `${before}${['https://hooks.slack', 'com/services/'].join('.')}` : before;
}

function decoysOf(kind: string, { templates, prefix, each, random }: Making & { readonly prefix: string }): Labelled[] {
  return templates.slice(0, each).map((template) => {
    const text = template
      .replaceAll('§', prefix)
      .replaceAll('¤', () => invent('hex', 40, random.whole(1, 1e9)))
      .replaceAll('¢', () => random.uuid());
    return { kind, before: text, otherSecret: '', secret: '', after: '', isHeldOut: isHeldOut(kind, template) };
  });
}

/** What all secrets of a kind begin with. */
function prefixOf(kind: string, make: MakeValue): string {
  if (kind === 'slack-webhook') return framed(kind, '');
  // Header and payload are a token already.
  if (kind === 'jwt') return 'eyJhbGciOi';
  const values = Array.from({ length: 8 }, (_, seed) => make(new Random(seed)));
  const [first = ''] = values;
  let length = first.length;
  for (const value of values) while (!value.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function isHeldOut(kind: string, template: string): boolean {
  return (createHash('sha256').update(`${kind}\n${template}`).digest()[0] ?? 0) % HELD_OUT_EVERY === 0;
}
