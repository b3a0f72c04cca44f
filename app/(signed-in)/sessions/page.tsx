import type { Metadata } from 'next';
import { Hydrate, prefetchQuery, trpc } from '../../_trpc/server.tsx';
import { listInput, readListParams } from './search-params.ts';
import { SessionsView } from './sessions-view.tsx';

export const metadata: Metadata = { title: 'Sessions' };

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SessionsPage({ searchParams }: PageProps) {
  const params = readListParams(await searchParams);
  await Promise.all([
    prefetchQuery(trpc.sessions.list.queryOptions(listInput(params))),
    prefetchQuery(trpc.sessions.facets.queryOptions()),
    prefetchQuery(trpc.users.me.queryOptions()),
  ]);
  return (
    <Hydrate>
      <SessionsView />
    </Hydrate>
  );
}
