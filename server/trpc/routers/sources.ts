import { z } from 'zod';
import { importProgressSchema, importReportSchema } from '../../contract/import.ts';
import { AppError } from '../../errors.ts';
import { assertServerPaths } from '../../ingest/server-paths.ts';
import type { JobEvent } from '../../operate/job-runner.ts';
import { personProcedure, router } from '../init.ts';

const jobSchema = z.strictObject({ jobId: z.string().min(1).max(100) });

const jobEventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('progress'), progress: importProgressSchema }),
  z.strictObject({ type: z.literal('done'), report: importReportSchema }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);

export const sourcesRouter = router({
  /** Paths of the server's own disk: for owners and operators, inside the roots that the environment fixes. */
  import: personProcedure
    .input(
      z.strictObject({
        paths: z.array(z.string().min(1).max(4096)).min(1).max(100),
        restoresDeleted: z.boolean().default(false),
      }),
    )
    .output(jobSchema)
    .mutation(async ({ ctx, input }) => {
      await assertServerPaths(ctx.writes, input.paths, ctx.runtime.settings.importRoots);
      const { id, email } = ctx.actor.person;
      return { jobId: await ctx.runtime.jobs.start(id, { job: 'import', email, ...input }) };
    }),

  progress: personProcedure.input(jobSchema).subscription(async function* ({ ctx, input, signal }) {
    for await (const event of ctx.runtime.jobs.watch(ctx.actor.person.id, input.jobId, signal ?? ctx.signal)) {
      yield jobEventSchema.parse(shownEvent(event));
    }
  }),

  cancel: personProcedure
    .input(jobSchema)
    .output(z.strictObject({}))
    .mutation(({ ctx, input }) => {
      ctx.runtime.jobs.cancel(ctx.actor.person.id, input.jobId);
      return {};
    }),
});

function shownEvent(event: JobEvent): unknown {
  if (event.type === 'progress') return event;
  if (event.type === 'failed') return { type: 'failed', message: event.failure.message };
  if (!('files' in event.result)) throw new AppError('not-found', 'Not found: this job is no import.');
  return { type: 'done', report: event.result };
}
