'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useImportJobs } from '../../_parts/import-jobs.ts';
import { ImportWays } from '../../_parts/import-ways.tsx';
import { ImportWork } from '../../_parts/import-work.tsx';
import { useTRPC } from '../../_trpc/client.ts';
import { FolderList } from './folder-list.tsx';
import './sources.css';

/** Where transcripts come from: what runs, what was imported, and ways to import more. */
export function SourcesView() {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions()).data;
  const jobs = useImportJobs();
  return (
    <div className="page">
      <header className="source-head">
        <div>
          <h1>Sources</h1>
          <p className="muted">What you imported, and from where.</p>
        </div>
        <a className="button" href="#import">
          <Download size={16} aria-hidden />
          Import more
        </a>
      </header>
      <ImportWork jobs={jobs} />
      <section aria-labelledby="source-folders">
        <h2 id="source-folders">Imported folders</h2>
        <FolderList />
      </section>
      <section id="import" className="source-import" aria-labelledby="source-import">
        <h2 id="source-import">Import</h2>
        {me === undefined ? null : <ImportWays role={me.role} />}
      </section>
    </div>
  );
}
