'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { SourceFolder } from '../../../server/contract/source.ts';
import { countOf, formatBytes } from '../../_parts/format-number.ts';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { FolderRow } from './folder-row.tsx';
import { readSourcesParams, sourcesHref } from './search-params.ts';

/** Folders that the viewer imported from. One of them is open at a time: the address says which. */
export function FolderList() {
  const trpc = useTRPC();
  const folders = useQuery(trpc.sources.folders.queryOptions());
  const open = readSourcesParams(Object.fromEntries(useSearchParams())).folder;
  const toggle = (folder: string): void => {
    window.history.replaceState(null, '', sourcesHref(folder === open ? undefined : folder));
  };
  if (folders.data === undefined) {
    if (!folders.isError) return <p className="source-row skeleton">Loading …</p>;
    return <Failed problem={folders.error} onRetry={() => void folders.refetch()} />;
  }
  if (folders.data.length === 0) {
    return (
      <p className="note">
        Nothing was imported yet. Choose below what to import: what is imported is yours, and nobody but owners and
        operators sees it until you share it.
      </p>
    );
  }
  return (
    <>
      <p className="muted">{totalText(folders.data)}</p>
      <ul className="source-list">
        {folders.data.map((folder) => (
          <FolderRow
            key={folder.folder}
            folder={folder}
            isOpen={folder.folder === open}
            onToggle={() => toggle(folder.folder)}
          />
        ))}
      </ul>
    </>
  );
}

function Failed({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) {
  return (
    <p className="problem" role="alert">
      The folders could not be loaded. {errorText(problem)}{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

function totalText(folders: readonly SourceFolder[]): string {
  const files = folders.reduce((sum, folder) => sum + folder.files, 0);
  const bytes = folders.reduce((sum, folder) => sum + folder.byteSize, 0);
  return `${countOf(folders.length, 'folder')}, ${countOf(files, 'file')}, ${formatBytes(bytes)}`;
}
