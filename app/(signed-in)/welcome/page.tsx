import type { Metadata } from 'next';
import { Hydrate, prefetchQuery, trpc } from '../../_trpc/server.tsx';
import { WelcomeView } from './welcome-view.tsx';

export const metadata: Metadata = { title: 'Bring in transcripts' };

export default async function WelcomePage() {
  await Promise.all([
    prefetchQuery(trpc.sources.jobs.queryOptions()),
    prefetchQuery(trpc.sources.samples.queryOptions()),
    prefetchQuery(trpc.sessions.facets.queryOptions()),
    prefetchQuery(trpc.users.me.queryOptions()),
  ]);
  return (
    <Hydrate>
      <WelcomeView />
    </Hydrate>
  );
}
