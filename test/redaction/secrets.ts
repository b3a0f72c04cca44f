import { NAMED_SECRETS } from './named-secrets.ts';
import type { SecretCase } from './secret-case.ts';
import { SHAPED_SECRETS } from './shaped-secrets.ts';
import { TOKEN_SECRETS } from './token-secrets.ts';
import { VENDOR_SECRETS } from './vendor-secrets.ts';

export const SECRETS: readonly SecretCase[] = [
  ...TOKEN_SECRETS,
  ...VENDOR_SECRETS,
  ...SHAPED_SECRETS,
  ...NAMED_SECRETS,
];
