/** What the redaction gate hands on: text in which each secret has become one mask character. */

/** Stands for a secret in redacted text. It can come from nowhere else: in input it is replaced by U+FFFD. */
export const MASK_CHARACTER = '\uFFFC';

/** The kinds of secret that are known. Doors render a mask as `[redacted:<kind>]`. */
export const SECRET_KINDS = [
  'anthropic-key',
  'openai-key',
  'openrouter-key',
  'github-token',
  'gitlab-token',
  'slack-token',
  'slack-webhook',
  'aws-access-key-id',
  'stripe-key',
  'google-api-key',
  'google-oauth',
  'npm-token',
  'pypi-token',
  'huggingface-token',
  'telegram-bot-token',
  'sendgrid-key',
  'private-key',
  'jwt',
  'url-password',
  'authorization-header',
  'scrollback-token',
  'twilio-key',
  'shopify-token',
  'digitalocean-token',
  'supabase-key',
  'linear-key',
  'vault-token',
  'groq-key',
  'xai-key',
  'databricks-token',
  'notion-token',
  'figma-token',
  'docker-token',
  'grafana-token',
  'atlassian-token',
  'aws-secret-key',
  'azure-key',
  'url-signature',
  'connection-string',
  'cookie',
  'command-line-password',
  'assigned-password',
  'assigned-secret',
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/**
 * A mask in redacted text: `offset` in UTF-16 units points at a `MASK_CHARACTER`. The kind is a `SecretKind` when
 * today's rules made it; stored masks may name a kind that has been dropped since.
 */
export type Mask = { readonly offset: number; readonly kind: string };

/** Redacted text with its masks in ascending order of offset, one for every `MASK_CHARACTER` in the text. */
export type Redacted = { readonly text: string; readonly masks: readonly Mask[] };
