/** Invented values, made at run time so that no file of the repository holds anything shaped like a secret. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

export const ALPHABETS = {
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  lower: LOWER,
  letters: LOWER + UPPER,
  base32: `${UPPER}234567`,
  base62: LOWER + UPPER + DIGITS,
  base64: `${LOWER}${UPPER}${DIGITS}+/`,
  base64url: `${LOWER}${UPPER}${DIGITS}-_`,
} as const;

/** The same characters for the same seed on every run. */
export function invent(alphabet: keyof typeof ALPHABETS, length: number, seed: number): string {
  const characters = ALPHABETS[alphabet];
  let state = (seed * 2_654_435_761 + length) >>> 0;
  let value = '';
  while (value.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    value += characters.charAt(Math.floor((state / 2 ** 32) * characters.length));
  }
  return value;
}

export function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

export function encodeUrl(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

export function uuid(seed: number): string {
  return [8, 4, 4, 4, 12].map((length, index) => invent('hex', length, seed + index)).join('-');
}

/** A block as OpenSSL writes it; the words are apart so that this file holds no block. */
export function pem({ label, body, lineBreak = '\n', hasEnd = true }: PemParts): string {
  const lines = body.match(/.{1,64}/g) ?? [];
  const end = hasEnd ? [`-----END ${label}-----`] : [];
  return [`-----BEGIN ${label}-----`, ...lines, ...end].join(lineBreak);
}

type PemParts = {
  readonly label: string;
  readonly body: string;
  readonly lineBreak?: string;
  readonly hasEnd?: boolean;
};
