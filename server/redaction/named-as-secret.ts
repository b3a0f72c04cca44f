/** What a name in front of `=` or `:` promises: a password that somebody chose, or a secret that a machine made. */
export type SecretName = 'password' | 'secret';

/** Behind the name: which one it is. `password_prod`, `apiKey2`, `secret_key_base`. */
const SUFFIX =
  '(?:_(?:prod|production|dev|test|staging|live|old|new|current|default|admin|root|db|value|text|base|v?[0-9]{1,2})|[0-9]{1,2})?$';
const PASSWORD = new RegExp(`(?:password|passwd|passphrase|passcode|pwd|(?:^|_)pass|(?:^|_)pw)${SUFFIX}`);
const SECRET = new RegExp(
  `(?:secret|token|api_?key|access_?key|private_?key|signing_?key|encryption_?key|master_?key|account_?key|auth_?key|secret_?key|shared_?key|service_?key|credentials?|(?:^|_)auth)${SUFFIX}`,
);
/** Environment variables of services: `STRIPE_KEY`. Lower-case names of that kind are those of rows and maps. */
const UPPER_KEY = /^[A-Z][A-Z0-9_]*_KEY(?:_[A-Z0-9]{1,10})?$/;
/** Words of names that end like secrets and are none: positions in lists, public halves, what protects no account. */
const NO_SECRET: ReadonlySet<string> = new Set(
  'page next prev previous continuation cursor sync start stop pad eos bos unk mask sep public publishable primary foreign sort partition cache idempotency has is show hide reset forgot invalid wrong max min num total'.split(
    ' ',
  ),
);
const HUMP = /([a-z0-9])([A-Z])/g;

/** What a name promises; null for names of other things, `tokenCount` and `password_hash` among them. */
export function namedAsSecret(name: string): SecretName | null {
  const plain = name.replace(HUMP, '$1_$2').toLowerCase().replaceAll(/[.-]/g, '_');
  if (plain.split('_').some((word) => NO_SECRET.has(word))) return null;
  if (PASSWORD.test(plain)) return 'password';
  return SECRET.test(plain) || UPPER_KEY.test(name) ? 'secret' : null;
}
