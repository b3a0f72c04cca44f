/** Grants: one person lets another see a session, or it and all it spawned. */
import { z } from 'zod';
import { emailSchema } from './person.ts';

export const grantCoversSchema = z.enum(['session', 'tree']);
export type GrantCovers = z.infer<typeof grantCoversSchema>;

export const sessionNameSchema = z.string().min(1).max(1000);

export const grantInput = z.strictObject({
  session: sessionNameSchema,
  email: emailSchema,
  covers: grantCoversSchema.default('session'),
  /** Unix milliseconds; left out: until it is revoked. */
  expiresAtMs: z.int().positive().optional(),
});
export type GrantInput = z.input<typeof grantInput>;

export const grantSchema = z.strictObject({
  id: z.int(),
  email: z.string(),
  granterEmail: z.string(),
  covers: grantCoversSchema,
  createdAtMs: z.int(),
  expiresAtMs: z.int().nullable(),
});
export type Grant = Readonly<z.infer<typeof grantSchema>>;
