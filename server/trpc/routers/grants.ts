import { z } from 'zod';
import { grantInput, grantSchema, sessionNameSchema } from '../../contract/grant.ts';
import { grantSession } from '../../sharing/grant-session.ts';
import { listGrants } from '../../sharing/list-grants.ts';
import { revokeGrant } from '../../sharing/revoke-grant.ts';
import { personProcedure, router } from '../init.ts';

export const grantsRouter = router({
  add: personProcedure
    .input(grantInput)
    .output(grantSchema)
    .mutation(({ ctx, input }) => grantSession(ctx.writes, input, ctx.nowMs)),

  list: personProcedure
    .input(z.strictObject({ session: sessionNameSchema }))
    .output(z.array(grantSchema).readonly())
    .query(({ ctx, input }) => listGrants(ctx.writes, input.session)),

  revoke: personProcedure
    .input(z.strictObject({ grantId: z.int().positive() }))
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await revokeGrant(ctx.writes, input.grantId);
      return {};
    }),
});
