import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { facetsInput, facetsReplySchema } from '../../contract/facets.ts';
import { sessionNameSchema } from '../../contract/grant.ts';
import {
  branchesInput,
  branchesReplySchema,
  historyInput,
  historyReplySchema,
  messageInput,
  messageReplySchema,
  outlineInput,
  outlineReplySchema,
} from '../../contract/history.ts';
import { searchInput, searchReplySchema } from '../../contract/search.ts';
import { sessionListInput, sessionListReplySchema, shownSessionSchema } from '../../contract/session.ts';
import { sessionPatchSchema } from '../../contract/session-patch.ts';
import { followSession } from '../../history/follow-session.ts';
import { getHistory } from '../../history/get-history.ts';
import { getMessage } from '../../history/get-message.ts';
import { getOutline } from '../../history/get-outline.ts';
import { listBranches } from '../../history/list-branches.ts';
import { listFacets } from '../../history/list-facets.ts';
import { listSessions } from '../../history/list-sessions.ts';
import { showSession } from '../../history/show-session.ts';
import { shutdownSignal, spoolDir } from '../../runtime.ts';
import { searchMessages } from '../../search/search-messages.ts';
import { switchBranch } from '../../transcripts/switch-branch.ts';
import { updateSession } from '../../transcripts/update-session.ts';
import { type ReadScope, readScope } from '../../visibility/scope.ts';
import { personProcedure, readProcedure, router } from '../init.ts';

const one = z.strictObject({ session: sessionNameSchema });

export const sessionsRouter = router({
  search: readProcedure
    .input(searchInput)
    .output(searchReplySchema)
    .query(({ ctx, input }) => searchMessages(ctx.reads, input, { nowMs: ctx.nowMs, signal: ctx.signal })),

  history: readProcedure
    .input(historyInput)
    .output(historyReplySchema)
    .query(({ ctx, input }) => getHistory(ctx.reads, input)),

  message: readProcedure
    .input(messageInput)
    .output(messageReplySchema)
    .query(({ ctx, input }) => getMessage(ctx.reads, input)),

  branches: readProcedure
    .input(branchesInput)
    .output(branchesReplySchema)
    .query(({ ctx, input }) => listBranches(ctx.reads, input)),

  outline: readProcedure
    .input(outlineInput)
    .output(outlineReplySchema)
    .query(({ ctx, input }) => getOutline(ctx.reads, input)),

  list: readProcedure
    .input(sessionListInput)
    .output(sessionListReplySchema)
    .query(({ ctx, input }) => listSessions(ctx.reads, input)),

  facets: readProcedure
    .input(facetsInput.default({ match: 'some', timeZone: 'UTC', lastWordIsPrefix: false }))
    .output(facetsReplySchema)
    .query(({ ctx, input }) => listFacets(ctx.reads, input, { nowMs: ctx.nowMs, signal: ctx.signal })),

  get: readProcedure
    .input(one)
    .output(shownSessionSchema)
    .query(({ ctx, input }) => showSession(ctx.reads, input.session)),

  update: personProcedure
    .input(one.extend({ patch: sessionPatchSchema }))
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await updateSession(ctx.writes, input);
      return {};
    }),

  switchBranch: personProcedure
    .input(one.extend({ leaf: z.string().min(1).max(512) }))
    .output(z.strictObject({ active: z.int() }))
    .mutation(({ ctx, input }) => switchBranch(ctx.writes, input)),

  /** Tells an open page of changes, for as long as the caller may see the session; ends when the server shuts down. */
  follow: personProcedure.input(one).subscription(async function* ({ ctx, input, signal }) {
    const { engine, live } = ctx.runtime;
    const scopeNow = async (): Promise<ReadScope> => {
      const actor = await ctx.lookAgain();
      if (actor === null) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in again.' });
      return readScope(engine, actor);
    };
    const stop = live.startFollowing(ctx.actor);
    try {
      const end = AbortSignal.any([signal ?? ctx.signal, shutdownSignal()]);
      yield* followSession({ session: input.session, scopeNow, signal: end, written: live.events });
    } finally {
      stop();
    }
  }),

  delete: personProcedure
    .input(one)
    .output(z.strictObject({ sessionKey: z.string(), entries: z.int(), purged: z.boolean() }))
    .mutation(({ ctx, input }) => {
      const { id, email } = ctx.actor.person;
      const spoolFolder = spoolDir(ctx.runtime.settings);
      return ctx.runtime.jobs.run(id, { job: 'delete', email, session: input.session, spoolFolder });
    }),
});
