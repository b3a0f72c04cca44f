import type { SecretCase } from './secret-case.ts';
import { SHAPED_SECRETS } from './shaped-secrets.ts';
import { TOKEN_SECRETS } from './token-secrets.ts';

export const SECRETS: readonly SecretCase[] = [...TOKEN_SECRETS, ...SHAPED_SECRETS];
