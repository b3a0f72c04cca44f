import type { Metadata } from 'next';
import { Hydrate, prefetchQuery, trpc } from '../../../_trpc/server.tsx';
import { TokensView } from './tokens-view.tsx';

export const metadata: Metadata = { title: 'Tokens' };

export default async function TokensPage() {
  await Promise.all([prefetchQuery(trpc.tokens.list.queryOptions()), prefetchQuery(trpc.users.me.queryOptions())]);
  return (
    <Hydrate>
      <TokensView />
    </Hydrate>
  );
}
