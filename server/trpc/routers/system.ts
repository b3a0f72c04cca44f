import { z } from 'zod';
import { openProcedure, router } from '../init.ts';

export const systemRouter = router({
  /** Whether the store can be read. Holds no data. */
  health: openProcedure.output(z.strictObject({ ok: z.boolean() })).query(async ({ ctx }) => {
    await ctx.runtime.engine.pulse();
    return { ok: true };
  }),
});
