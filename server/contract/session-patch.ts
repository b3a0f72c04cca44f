/** What a person may set of a session. */
import { z } from 'zod';

const LABEL_MAX = 200;

export const sessionPatchSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(LABEL_MAX).exactOptional(),
    /** Null takes the label away. */
    label: z.string().trim().min(1).max(LABEL_MAX).nullable().exactOptional(),
    isArchived: z.boolean().exactOptional(),
    isIncognito: z.boolean().exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'names nothing to change');
export type SessionPatch = Readonly<z.infer<typeof sessionPatchSchema>>;
