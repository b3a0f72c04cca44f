import { z } from 'zod';

/** An e-mail address as it is stored: trimmed and lower-cased. */
export const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(254));
