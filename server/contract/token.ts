/** Tokens of agents: what a program shows instead of a person's cookie, and what may be known of one afterwards. */
import { z } from 'zod';
import { tokenVisibilitySchema } from './actor.ts';
import { sessionNameSchema } from './grant.ts';
import { TOKEN_BODY_CHARACTERS, TOKEN_PREFIX } from './token-prefix.ts';

/** In force at once, of one person. */
export const TOKENS_MAX = 200;
/** The old secret goes on so many hours after a rotation, unless said otherwise. */
export const TOKEN_OVERLAP_HOURS_DEFAULT = 24;
export const TOKEN_OVERLAP_HOURS_MAX = 720;
const TOKEN_AGENTS_MAX = 100;

const agentNameSchema = z.string().trim().min(1).max(64);
export const tokenIdSchema = z.int().positive();

export const tokenInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  agentId: agentNameSchema,
  /** Key or id of the session that the token is bound to. */
  session: sessionNameSchema.optional(),
  visibility: tokenVisibilitySchema.default('tree'),
  /** Goes with `all`. Left out: all of the person's agents; blanks count for nothing, and an empty list means none. */
  agentIds: z.array(z.string().trim().max(64)).max(TOKEN_AGENTS_MAX).optional(),
  isSandboxed: z.boolean().default(false),
  includesGranted: z.boolean().default(false),
  canWrite: z.boolean().default(false),
  /** Unix milliseconds; left out: until it is revoked. */
  expiresAtMs: z.int().positive().optional(),
});
export type TokenInput = z.input<typeof tokenInput>;

export const rotateTokenInput = z.strictObject({
  tokenId: tokenIdSchema,
  overlapHours: z.number().min(0).max(TOKEN_OVERLAP_HOURS_MAX).default(TOKEN_OVERLAP_HOURS_DEFAULT),
});
export type RotateTokenInput = z.input<typeof rotateTokenInput>;

export const TOKEN_STATES = ['active', 'expired', 'revoked'] as const;

/** Without its secret, which nobody has. Times are Unix milliseconds. */
export const shownTokenSchema = z.strictObject({
  id: tokenIdSchema,
  name: z.string(),
  agentId: z.string(),
  session: z.strictObject({ sessionId: z.string(), sessionKey: z.string() }).nullable(),
  visibility: tokenVisibilitySchema,
  agentIds: z.array(z.string()).readonly().nullable(),
  isSandboxed: z.boolean(),
  includesGranted: z.boolean(),
  canWrite: z.boolean(),
  state: z.enum(TOKEN_STATES),
  createdAtMs: z.int(),
  expiresAtMs: z.int().nullable(),
  /** To the minute. */
  lastUsedAtMs: z.int().nullable(),
  /** Until when the secret before the last rotation counts too; null when none does. */
  formerUntilMs: z.int().nullable(),
});
export type ShownToken = Readonly<z.infer<typeof shownTokenSchema>>;

/** The one time that a secret is told. */
export const newSecretSchema = z.strictObject({ id: tokenIdSchema, token: z.string() });
export type NewSecret = Readonly<z.infer<typeof newSecretSchema>>;

/** Exactly what `newSecretSchema` gives as `token`. */
export const TOKEN_PATTERN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{${TOKEN_BODY_CHARACTERS}}$`);
