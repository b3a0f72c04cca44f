import { z } from 'zod';
import { importProgressSchema, importReportSchema } from '../../contract/import.ts';
import {
  foundFolderSchema,
  samplesReplySchema,
  shownJobSchema,
  sourceFilesInput,
  sourceFilesReplySchema,
  sourceFolderSchema,
} from '../../contract/source.ts';
import { AppError } from '../../errors.ts';
import { findFolders } from '../../ingest/find-folders.ts';
import { listSourceFiles, listSourceFolders } from '../../ingest/list-sources.ts';
import { countSamples } from '../../ingest/samples.ts';
import { assertServerPaths } from '../../ingest/server-paths.ts';
import type { JobEvent } from '../../operate/job-runner.ts';
import { samplesDir, shutdownSignal } from '../../runtime.ts';
import { personProcedure, router } from '../init.ts';

const jobSchema = z.strictObject({ jobId: z.string().min(1).max(100) });

const jobEventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('progress'), progress: importProgressSchema }),
  z.strictObject({ type: z.literal('done'), report: importReportSchema }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);

export const sourcesRouter = router({
  /** Folders that the caller imported from. */
  folders: personProcedure
    .output(z.array(sourceFolderSchema).readonly())
    .query(({ ctx }) => listSourceFolders(ctx.writes, ctx.runtime.settings.importRoots)),

  files: personProcedure
    .input(sourceFilesInput)
    .output(sourceFilesReplySchema)
    .query(({ ctx, input }) => listSourceFiles(ctx.writes, input)),

  /** Folders of this machine that agents keep transcripts in: for owners and operators, inside the roots. */
  findFolders: personProcedure
    .output(z.array(foundFolderSchema).readonly())
    .query(({ ctx }) => findFolders(ctx.writes, ctx.runtime.settings.importRoots)),

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

  /** The caller's own, newest first. */
  jobs: personProcedure
    .output(z.array(shownJobSchema).readonly())
    .query(({ ctx }) => ctx.runtime.jobs.list(ctx.actor.person.id)),

  /** Ends with the job, when the caller is gone, and when the server shuts down. */
  progress: personProcedure.input(jobSchema).subscription(async function* ({ ctx, input, signal }) {
    const end = AbortSignal.any([signal ?? ctx.signal, shutdownSignal()]);
    for await (const event of ctx.runtime.jobs.watch(ctx.actor.person.id, input.jobId, end)) {
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

  samples: personProcedure.output(samplesReplySchema).query(({ ctx }) => countSamples(ctx.writes)),

  loadSamples: personProcedure.output(jobSchema).mutation(async ({ ctx }) => {
    const { id, email } = ctx.actor.person;
    const folder = samplesDir(ctx.runtime.settings);
    return { jobId: await ctx.runtime.jobs.start(id, { job: 'samples', email, folder }) };
  }),

  removeSamples: personProcedure.output(z.strictObject({ removed: z.int() })).mutation(({ ctx }) => {
    const { id, email } = ctx.actor.person;
    return ctx.runtime.jobs.run(id, { job: 'remove-samples', email });
  }),
});

function shownEvent(event: JobEvent): unknown {
  if (event.type === 'progress') return event;
  if (event.type === 'failed') return { type: 'failed', message: event.failure.message };
  if (!('files' in event.result)) throw new AppError('not-found', 'Not found: this job is no import.');
  return { type: 'done', report: event.result };
}
