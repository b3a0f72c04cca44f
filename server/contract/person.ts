import { z } from 'zod';
import { roleSchema } from './actor.ts';

/** An e-mail address as it is stored: trimmed and lower-cased. */
export const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(254));

/** Longer than any that is accepted, so that the sentence about length comes from one place. */
export const passwordSchema = z.string().max(4096);

/** A person as owners see them. */
export const shownPersonSchema = z.strictObject({
  email: z.string(),
  role: roleSchema,
  hasPassword: z.boolean(),
  isDisabled: z.boolean(),
});
export type ShownPerson = Readonly<z.infer<typeof shownPersonSchema>>;
