import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { fetchQuery, Hydrate, isNotFoundError, prefetchQuery, trpc } from '../../../_trpc/server.tsx';
import { branchInput, childrenInput, firstPageInput, startOf, toolHitInput } from './history-input.ts';
import { HistoryView } from './history-view.tsx';
import { readHistoryParams } from './search-params.ts';
import { titleOf } from './title-of.ts';

type PageProps = {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: writeMarksOut(titleOf(await getSession((await params).id))) };
}

export default async function SessionPage({ params, searchParams }: PageProps) {
  const session = await getSession((await params).id);
  const given = Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0] ?? '']);
  const asked = readHistoryParams(new URLSearchParams(given));
  const { sessionId, parentSessionId } = session;
  const toolHit = toolHitInput(sessionId, asked);
  await Promise.all([
    prefetchQuery(trpc.sessions.history.queryOptions(firstPageInput(sessionId, asked, startOf(asked)))),
    prefetchQuery(trpc.sessions.branches.queryOptions(branchInput(sessionId, asked.branch))),
    prefetchQuery(trpc.sessions.outline.queryOptions(branchInput(sessionId, asked.branch))),
    prefetchQuery(trpc.sessions.list.queryOptions(childrenInput(sessionId))),
    ...(toolHit === null ? [] : [prefetchQuery(trpc.sessions.message.queryOptions(toolHit))]),
    ...(parentSessionId === null ? [] : [prefetchQuery(trpc.sessions.get.queryOptions({ session: parentSessionId }))]),
  ]);
  return (
    <Hydrate>
      <HistoryView session={session} />
    </Hydrate>
  );
}

async function getSession(id: string): Promise<ShownSession> {
  try {
    return await fetchQuery(trpc.sessions.get.queryOptions({ session: decodeURIComponent(id) }));
  } catch (problem) {
    if (isNotFoundError(problem)) notFound();
    throw problem;
  }
}
