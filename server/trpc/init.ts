import { initTRPC, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Actor } from '../contract/actor.ts';
import { AppError } from '../errors.ts';
import { ingestScope, personActor, readScope, writeScope } from '../visibility/scope.ts';
import type { Context } from './context.ts';
import { toTrpcError } from './errors.ts';

const t = initTRPC.context<Context>().create({
  isDev: false, // no stack ever leaves
  // Proxies cut off what is silent, and a page must notice when its stream is dead.
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  errorFormatter: ({ shape, error, path }) => {
    const told = toTrpcError(error, path);
    const isGone = told.cause instanceof AppError && told.cause.kind === 'gone';
    const { code, httpStatus } = isGone
      ? { code: 'GONE', httpStatus: 410 }
      : { code: told.code, httpStatus: getHTTPStatusCodeFromError(told) };
    return { code: shape.code, message: told.message, data: { code, httpStatus } };
  },
});

export const router = t.router;
export const createCaller = t.createCallerFactory;

/** Gives failures their code, so that the HTTP status says the same as the body. */
const failing = t.middleware(async ({ next, path }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error, path);
  return result;
});

/** For anybody, signed in or not: only what must work before. Each use is named in the leak test. */
export const openProcedure = t.procedure.use(failing);

/** For people, and for tokens of agents under what each may see: readings of sessions only. Named in the leak test. */
export const readProcedure = openProcedure.use(({ ctx, next }) => {
  const actor = knownActor(ctx);
  return next({ ctx: { ...ctx, actor, reads: readScope(ctx.runtime.engine, actor) } });
});

/** For people, and for tokens that may send: what adds transcripts only. */
export const ingestProcedure = readProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, ingests: ingestScope(ctx.runtime.engine, ctx.actor) } }),
);

/** For people who are signed in, and no token. Everything that is not named above starts from here. */
export const personProcedure = openProcedure.use(({ ctx, next }) => {
  const actor = personActor(knownActor(ctx));
  const { engine } = ctx.runtime;
  return next({ ctx: { ...ctx, actor, reads: readScope(engine, actor), writes: writeScope(engine, actor) } });
});

function knownActor({ actor }: Context): Actor {
  if (actor === null) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  return actor;
}
