import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PATTERN } from '../contract/token.ts';
import { TOKEN_PREFIX } from '../contract/token-prefix.ts';

const SECRET_BYTES = 32;

/** A new token of an agent: the text, which is shown once, and the hash, which is kept. */
export function makeTokenSecret(): { readonly token: string; readonly secretHash: string } {
  const token = `${TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, secretHash: hashToken(token) };
}

/**
 * The hash of the token that a request carries; null when it carries none of ours. It is looked up by this hash, so the
 * time of the look-up tells nothing of the secret.
 */
export function bearerHash(headers: Headers): string | null {
  const [, token = ''] = /^bearer +([^\s,]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return TOKEN_PATTERN.test(token) ? hashToken(token) : null;
}

/** 256 random bits need no salt and no slow hash. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
