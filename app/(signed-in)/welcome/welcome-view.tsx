'use client';

import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import Link from 'next/link';
import type { Facet } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { useImportJobs } from '../../_parts/import-jobs.ts';
import { ImportWays } from '../../_parts/import-ways.tsx';
import { ImportWork } from '../../_parts/import-work.tsx';
import { useTRPC } from '../../_trpc/client.ts';
import { suggestedQueries } from './suggested-queries.ts';
import './welcome.css';

/** The first import: three ways in, how far it is, and on to the search. */
export function WelcomeView() {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions()).data;
  const facets = useQuery(trpc.sessions.facets.queryOptions()).data?.facets ?? [];
  const jobs = useImportJobs();
  return (
    <div className="page welcome">
      <header>
        <h1>Bring in transcripts</h1>
        <p className="muted">
          Scrollback keeps every record of your agents’ sessions as it is, masks secrets in what can be searched, and
          leaves the files where they are. What you import is yours to share.
        </p>
      </header>
      <ImportWork jobs={jobs} />
      <SearchOn facets={facets} />
      {me === undefined ? null : <ImportWays role={me.role} />}
    </div>
  );
}

function SearchOn({ facets }: { readonly facets: readonly Facet[] }) {
  const sessions = facets.find(({ name }) => name === 'kind')?.values.reduce((sum, value) => sum + value.count, 0) ?? 0;
  return (
    <section className="welcome-search" aria-label="Search what was imported" hidden={sessions === 0}>
      <output>{sessions === 0 ? '' : `${countOf(sessions, 'session')} can be searched.`}</output>
      <p>
        <Link className="button" href="/search">
          <Search size={16} aria-hidden />
          Search what was imported
        </Link>
      </p>
      <p>To begin with:</p>
      <ul>
        {suggestedQueries(facets).map(({ query, meaning }) => (
          <li key={query}>
            <Link href={`/search?${new URLSearchParams({ q: query }).toString()}`}>
              <code>{query}</code>
            </Link>{' '}
            <span className="muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
