/** Words and signs that documentation writes where a password would stand, in any order: `your_password_here`, `****`. */
const PLACEHOLDER =
  /^(?:my|your|the|db|user|pass(?:word|wd)?|pwd|secret|token|key|here|changeme|example|redacted|hidden|[x*._…-])*$/i;
/** Fixed values that are no secret: GitHub's user name for tokens, the example of the standard for Basic. */
const KNOWN = new Set(['x-oauth-basic', 'open sesame']);

/** True for passwords of documentation. For short, chosen ones; see `looksRandom` for generated secrets. */
export function isPlaceholderPassword(password: string): boolean {
  return PLACEHOLDER.test(password) || KNOWN.has(password.toLowerCase());
}
