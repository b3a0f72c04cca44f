import { router } from './init.ts';
import { grantsRouter } from './routers/grants.ts';
import { ingestRouter } from './routers/ingest.ts';
import { sessionsRouter } from './routers/sessions.ts';
import { sourcesRouter } from './routers/sources.ts';
import { systemRouter } from './routers/system.ts';
import { tokensRouter } from './routers/tokens.ts';
import { usersRouter } from './routers/users.ts';

export const appRouter = router({
  sessions: sessionsRouter,
  ingest: ingestRouter,
  sources: sourcesRouter,
  users: usersRouter,
  grants: grantsRouter,
  tokens: tokensRouter,
  system: systemRouter,
});
export type AppRouter = typeof appRouter;
