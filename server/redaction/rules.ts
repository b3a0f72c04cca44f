import type { Rule } from './rule.ts';
import { assignments } from './rules/assignment.ts';
import { authorizationHeaders } from './rules/authorization-header.ts';
import { cloudSecrets } from './rules/cloud-secrets.ts';
import { clouds } from './rules/clouds.ts';
import { codeHosts } from './rules/code-hosts.ts';
import { commandLine } from './rules/command-line.ts';
import { connectionStrings } from './rules/connection-string.ts';
import { cookies } from './rules/cookie.ts';
import { jwt } from './rules/jwt.ts';
import { modelKeys } from './rules/model-keys.ts';
import { privateKey } from './rules/private-key.ts';
import { services } from './rules/services.ts';
import { urlPassword } from './rules/url-password.ts';
import { vendors } from './rules/vendors.ts';

/** Goes up by one with every change that can find a secret in stored text that was redacted before the change. */
export const RULES_VERSION = 2;

/** Rules whose secrets tell themselves, so that they may be read across the end of a line. */
export const TOKEN_RULES: readonly Rule[] = [...modelKeys, ...codeHosts, ...clouds, ...services, ...vendors, jwt];

/** All rules. Of two that see the same span, the first names its kind: so the more telling one stands first. */
export const RULES: readonly Rule[] = [
  ...TOKEN_RULES,
  privateKey,
  urlPassword,
  ...authorizationHeaders,
  ...cloudSecrets,
  ...connectionStrings,
  ...cookies,
  ...commandLine,
  ...assignments,
];
