/** Words and signs that documentation writes where a password would stand, in any order: `your_password_here`, `****`. */
const PLACEHOLDER =
  /^(?:my|your|the|db|user|pass(?:word|wd)?|pwd|secret|token|key|here|changeme|example|redacted|hidden|[x*._…-])*$/i;
/** Fixed values that are no secret: GitHub's user name for tokens, examples of a standard and of SQL Server's image. */
const KNOWN = new Set([
  'x-oauth-basic',
  'open sesame',
  'yourstrong@password123',
  'yourstrong@passw0rd',
  'yourstrong!passw0rd',
]);

/** True for passwords of documentation. For short, chosen ones; see `looksRandom` for generated secrets. */
export function isPlaceholderPassword(password: string): boolean {
  return PLACEHOLDER.test(password) || KNOWN.has(password.toLowerCase());
}
