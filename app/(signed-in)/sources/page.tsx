import type { Metadata } from 'next';
import { Hydrate, prefetchQuery, trpc } from '../../_trpc/server.tsx';
import { SourcesView } from './sources-view.tsx';

export const metadata: Metadata = { title: 'Sources' };

export default async function SourcesPage() {
  await Promise.all([
    prefetchQuery(trpc.sources.folders.queryOptions()),
    prefetchQuery(trpc.sources.jobs.queryOptions()),
    prefetchQuery(trpc.sources.samples.queryOptions()),
    prefetchQuery(trpc.users.me.queryOptions()),
  ]);
  return (
    <Hydrate>
      <SourcesView />
    </Hydrate>
  );
}
