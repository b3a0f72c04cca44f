import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Job, JobResult } from '../engine/child-messages.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { type ImportControl, importPaths } from '../ingest/import-paths.ts';
import { Spool } from '../ingest/spool.ts';
import { type WriteScope, writeScope } from '../visibility/scope.ts';
import { deleteForGood } from './delete-for-good.ts';
import { purgeAccessUnchecked } from './purge.ts';
import { removeSamples } from './remove-samples.ts';

/** Runs one job of the write child, under the scope of the person whom it names. The server has checked who that is. */
export async function runJobAccessUnchecked(
  engine: Engine,
  job: Job,
  control: ImportControl,
): Promise<JobResult[Job['job']]> {
  switch (job.job) {
    case 'import': {
      const input = { paths: job.paths, format: null, restoresDeleted: job.restoresDeleted, uploadFolder: null };
      return importPaths(await scopeOf(engine, job.email), input, control);
    }
    case 'import-upload': {
      const { folder, restoresDeleted } = job;
      const input = { paths: [folder], format: null, restoresDeleted, uploadFolder: folder };
      try {
        return await importPaths(await scopeOf(engine, job.email), input, control);
      } finally {
        await rm(path.dirname(folder), { recursive: true, force: true });
      }
    }
    case 'samples': {
      const { folder } = job;
      const input = { paths: [folder], format: null, restoresDeleted: true, uploadFolder: null, samplesFolder: folder };
      return importPaths(await scopeOf(engine, job.email), input, control);
    }
    case 'remove-samples':
      return removeSamples(await scopeOf(engine, job.email));
    case 'delete':
      return deleteForGood(await scopeOf(engine, job.email), job.session, new Spool(job.spoolFolder));
    case 'import-push': {
      const { folder, files } = job;
      const paths = files === null ? [folder] : files.map((name) => path.join(folder, name));
      const input = { paths, format: null, restoresDeleted: false, uploadFolder: null, pushFolder: folder };
      return importPaths(await scopeOf(engine, job.email), input, control);
    }
    case 'purge':
      return { purged: await purgeAccessUnchecked(engine) };
  }
}

async function scopeOf(engine: Engine, email: string): Promise<WriteScope> {
  const person = await engine.findPerson(email);
  if (person === null) throw new AppError('forbidden', 'The person who asked for this is gone.');
  return writeScope(engine, { type: 'person', person });
}
