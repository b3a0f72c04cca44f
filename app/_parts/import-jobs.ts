'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownJob } from '../../server/contract/source.ts';
import { useTRPC, useTRPCClient } from '../_trpc/client.ts';
import { type JobEvent, useJobEvents } from '../_trpc/use-job-events.ts';
import { type PaceSample, paceOf, paceText, withSample } from './import-pace.ts';

const PATHS_MAX = 100;

/** Where work under way is shown: what starts some brings it into view. */
export const WORK_ID = 'import-work';

export type ImportJobs = {
  /** Oldest first, as they are done one after the other. */
  readonly running: readonly ShownJob[];
  /** Newest first; deletions are not among them. */
  readonly ended: readonly ShownJob[];
  /** Of the first that runs, in words; null while it is not known. */
  readonly pace: string | null;
  readonly problem: unknown;
  /** A job that was watched is not known any more: the server was started anew. */
  readonly isInterrupted: boolean;
};

function sampleNow(bytesDone: number): PaceSample {
  return { timeMs: Date.now(), bytesDone };
}

type Watched = { readonly jobId: string | null; readonly samples: readonly PaceSample[] };

/** The person's own long work, kept up to date by the stream of the one that is done right now. */
export function useImportJobs(): ImportJobs {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const jobs = useQuery(trpc.sources.jobs.queryOptions());
  const refresh = useImportRefresh();
  const [watched, setWatched] = useState<Watched | null>(null);
  const running = (jobs.data ?? []).filter((job) => job.endedAtMs === null).reverse();
  const current = running[0]?.jobId ?? null;
  const watchedJob = jobs.data?.find((job) => job.jobId === watched?.jobId);
  // Seen to its end: that it is forgotten an hour later means nothing.
  if (watchedJob !== undefined && watchedJob.endedAtMs !== null) setWatched(null);
  const onEvent = (event: JobEvent): void => {
    if (event.type !== 'progress') return refresh();
    const sample = sampleNow(event.progress.bytesDone);
    setWatched((last) => ({
      jobId: current,
      samples: withSample(last?.jobId === current ? last.samples : [], sample),
    }));
    queryClient.setQueryData(trpc.sources.jobs.queryKey(), (known) =>
      known?.map((job) => (job.jobId === current ? { ...job, progress: event.progress } : job)),
    );
  };
  useJobEvents(current, { onEvent, onLost: refresh });
  const pace = watched?.jobId === current ? paceOf(watched.samples, running[0]?.progress?.bytesTotal ?? 0) : null;
  return {
    running,
    pace: pace === null ? null : paceText(pace),
    ended: (jobs.data ?? []).filter((job) => job.endedAtMs !== null && job.work !== 'delete'),
    problem: jobs.error,
    isInterrupted: watched !== null && jobs.data !== undefined && watchedJob === undefined,
  };
}

/** After an import everything that shows sessions or sources asks again; the disk is not looked through anew for it. */
export function useImportRefresh(): () => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    for (const { pathFilter } of [trpc.sources.jobs, trpc.sources.folders, trpc.sources.files, trpc.sources.samples]) {
      void queryClient.invalidateQueries(pathFilter());
    }
    void queryClient.invalidateQueries(trpc.sessions.pathFilter());
  };
}

/** Starts imports from the server's own disk, and shows them. */
export function useServerImport() {
  const client = useTRPCClient();
  const onStarted = useWorkShown();
  return useMutation({
    mutationFn: async ({ paths, restoresDeleted }: { paths: readonly string[]; restoresDeleted: boolean }) => {
      for (let at = 0; at < paths.length; at += PATHS_MAX) {
        await client.sources.import.mutate({ paths: paths.slice(at, at + PATHS_MAX), restoresDeleted });
      }
    },
    onSettled: onStarted,
  });
}

/** Asks for the jobs again, and brings them into view. */
export function useWorkShown(): () => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(trpc.sources.jobs.queryFilter());
    document.getElementById(WORK_ID)?.scrollIntoView({ block: 'nearest' });
  };
}
