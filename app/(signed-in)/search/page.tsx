import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { Hydrate, prefetchQuery, trpc } from '../../_trpc/server.tsx';
import { readZone, ZONE_COOKIE } from '../../theme.ts';
import { newestSessions, readSearchParams, searchInputOf } from './search-params.ts';
import { SearchView } from './search-view.tsx';

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const { q } = readSearchParams(await searchParams);
  return { title: q.trim() === '' ? 'Search' : `${writeMarksOut(q.trim())} · Search` };
}

/** The first results are in the HTML. A query that is refused is asked again by the view, which says why. */
export default async function SearchPage({ searchParams }: PageProps) {
  const params = readSearchParams(await searchParams);
  const timeZone = readZone((await cookies()).get(ZONE_COOKIE)?.value);
  if (params.q.trim() === '') await prefetchQuery(trpc.sessions.list.queryOptions(newestSessions));
  else await prefetchQuery(trpc.sessions.search.queryOptions(searchInputOf(params, { timeZone, isTyping: false })));
  return (
    <Hydrate>
      <SearchView />
    </Hydrate>
  );
}
