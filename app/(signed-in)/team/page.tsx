import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Hydrate, prefetchQuery, requireActor, trpc } from '../../_trpc/server.tsx';
import { TeamView } from './team-view.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return (await isOwner()) ? { title: 'Team' } : { title: 'Not found' };
}

/** For owners. The list itself asks who asks; here it is only whether there is such a page. */
export default async function TeamPage() {
  if (!(await isOwner())) notFound();
  await Promise.all([prefetchQuery(trpc.users.list.queryOptions()), prefetchQuery(trpc.users.me.queryOptions())]);
  return (
    <Hydrate>
      <TeamView />
    </Hydrate>
  );
}

async function isOwner(): Promise<boolean> {
  return (await requireActor()).person.role === 'owner';
}
