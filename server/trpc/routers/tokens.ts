import { z } from 'zod';
import {
  newSecretSchema,
  rotateTokenInput,
  shownTokenSchema,
  tokenIdSchema,
  tokenInput,
} from '../../contract/token.ts';
import { createToken } from '../../people/create-token.ts';
import { listTokens } from '../../people/list-tokens.ts';
import { revokeAllTokens } from '../../people/revoke-all-tokens.ts';
import { revokeToken } from '../../people/revoke-token.ts';
import { rotateToken } from '../../people/rotate-token.ts';
import { personProcedure, router } from '../init.ts';

/** The caller's own tokens. None of it is for tokens: a token never makes, ends or lengthens one. */
export const tokensRouter = router({
  create: personProcedure
    .input(tokenInput)
    .output(newSecretSchema)
    .mutation(({ ctx, input }) => createToken(ctx.writes, input, ctx.nowMs)),

  list: personProcedure.output(z.array(shownTokenSchema).readonly()).query(({ ctx }) => listTokens(ctx.writes)),

  revoke: personProcedure
    .input(z.strictObject({ tokenId: tokenIdSchema }))
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.writes, input.tokenId);
      return {};
    }),

  revokeAll: personProcedure
    .output(z.strictObject({ revoked: z.int() }))
    .mutation(async ({ ctx }) => ({ revoked: await revokeAllTokens(ctx.writes) })),

  rotate: personProcedure
    .input(rotateTokenInput)
    .output(newSecretSchema)
    .mutation(({ ctx, input }) => rotateToken(ctx.writes, input)),
});
