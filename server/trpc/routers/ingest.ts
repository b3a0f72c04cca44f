import { z } from 'zod';
import { appendInput, appendReplySchema, closeSessionInput, moveLeafInput } from '../../contract/append.ts';
import { ingestProcedure, router } from '../init.ts';

const nothing = z.strictObject({});

/** Sessions that are being written, by the program that writes them. */
export const ingestRouter = router({
  append: ingestProcedure
    .input(appendInput)
    .output(appendReplySchema)
    .mutation(({ ctx, input }) => ctx.runtime.live.append(ctx.actor, input)),

  moveLeaf: ingestProcedure
    .input(moveLeafInput)
    .output(nothing)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.live.moveLeaf(ctx.actor, input);
      return {};
    }),

  close: ingestProcedure
    .input(closeSessionInput)
    .output(nothing)
    .mutation(async ({ ctx, input }) => {
      await ctx.runtime.live.close(ctx.actor, input);
      return {};
    }),
});
