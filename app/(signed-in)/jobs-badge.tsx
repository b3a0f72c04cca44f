'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ShownJob } from '../../server/contract/source.ts';
import { useTRPC } from '../_trpc/client.ts';

const WHILE_RUNNING_MS = 2000;
const ELSE_MS = 20_000;

/** Says that long work of one's own runs, on every page, and leads to it. */
export function JobsBadge() {
  const trpc = useTRPC();
  const jobs = useQuery(
    trpc.sources.jobs.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some((job) => job.endedAtMs === null) ? WHILE_RUNNING_MS : ELSE_MS),
    }),
  );
  const running = jobs.data?.filter((job) => job.endedAtMs === null) ?? [];
  const [first] = running;
  return (
    <output className="jobs-badge">
      {first === undefined ? null : (
        <Link href="/sources">
          <span className="dot" aria-hidden />
          {describe(first)}
        </Link>
      )}
    </output>
  );
}

const WORDS: Record<ShownJob['work'], string> = {
  import: 'importing',
  upload: 'importing',
  samples: 'loading samples',
  delete: 'deleting',
};

function describe({ work, progress }: ShownJob): string {
  return progress === null ? WORDS[work] : `${WORDS[work]} ${progress.filesDone} of ${progress.filesTotal}`;
}
