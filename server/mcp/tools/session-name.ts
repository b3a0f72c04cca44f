import { z } from 'zod';

/** How agents name a session. */
export const sessionNameSchema = z
  .string()
  .min(1)
  .max(1000)
  .describe(
    'A sessionKey or sessionId as the other tools give it, or "current" (the session of your token) or "main".',
  );
