import type { Rule } from './rule.ts';
import { authorizationHeaders } from './rules/authorization-header.ts';
import { clouds } from './rules/clouds.ts';
import { codeHosts } from './rules/code-hosts.ts';
import { jwt } from './rules/jwt.ts';
import { modelKeys } from './rules/model-keys.ts';
import { privateKey } from './rules/private-key.ts';
import { services } from './rules/services.ts';
import { urlPassword } from './rules/url-password.ts';

/** Goes up by one with every change that can find a secret in stored text that was redacted before the change. */
export const RULES_VERSION = 1;

/** All rules. Of two that see the same span, the first names its kind: so the more telling one stands first. */
export const RULES: readonly Rule[] = [
  ...modelKeys,
  ...codeHosts,
  ...clouds,
  ...services,
  jwt,
  privateKey,
  urlPassword,
  ...authorizationHeaders,
];
