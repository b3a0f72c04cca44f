'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, useTRPC } from '../_trpc/client.ts';
import { countOf, formatBytes } from './format-number.ts';
import { writeMarksOut } from './hidden-marks.ts';
import { VisibleText } from './visible-text.tsx';
import './import.css';
import { type FoundPath, mergeByPath } from './import-found-paths.ts';
import { useServerImport } from './import-jobs.ts';

/** Looking through a disk is work: what was found counts for a while. */
const STALE_MS = 300_000;

/** Folders of the server's machine that hold transcripts, all chosen at first. For owners and operators. */
export function ImportFound({ restoresDeleted }: { readonly restoresDeleted: boolean }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.sources.findFolders.queryOptions(undefined, { staleTime: STALE_MS }));
  if (found.isError) {
    return (
      <p className="problem" role="alert">
        The machine could not be looked through. {errorText(found.error)}{' '}
        <button type="button" onClick={() => void found.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (found.data === undefined) return <p className="skeleton">Looking for transcripts on this machine …</p>;
  if (found.data.length === 0) {
    return (
      <p className="muted">
        No transcripts were found in the folders that this server may read. SCROLLBACK_ROOTS names them.{' '}
        <button type="button" disabled={found.isFetching} onClick={() => void found.refetch()}>
          {found.isFetching ? 'Looking …' : 'Look again'}
        </button>
      </p>
    );
  }
  return <FoundForm folders={mergeByPath(found.data)} restoresDeleted={restoresDeleted} />;
}

type FoundFormProps = { readonly folders: readonly FoundPath[]; readonly restoresDeleted: boolean };

function FoundForm({ folders, restoresDeleted }: FoundFormProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const starting = useServerImport();
  const chosen = folders.filter(({ path }) => !left.has(path));
  const byteSize = chosen.reduce((sum, folder) => sum + folder.byteSize, 0);
  const toggle = (path: string): void => {
    const next = new Set(left);
    if (!next.delete(path)) next.add(path);
    setLeft(next);
  };
  return (
    <form
      className="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!starting.isPending) starting.mutate({ paths: chosen.map(({ path }) => path), restoresDeleted });
      }}
    >
      <FoundChoice folders={folders} left={left} onToggle={toggle} />
      {starting.isError ? (
        <p className="problem" role="alert">
          {errorText(starting.error)}
        </p>
      ) : null}
      <p className="import-actions">
        <button type="submit" className="primary" disabled={chosen.length === 0} aria-busy={starting.isPending}>
          {starting.isPending ? 'Starting …' : `Import ${countOf(chosen.length, 'folder')}, ${formatBytes(byteSize)}`}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => setLeft(new Set(left.size === 0 ? folders.map(({ path }) => path) : []))}
        >
          {left.size === 0 ? 'Choose none' : 'Choose all'}
        </button>
      </p>
    </form>
  );
}

type FoundChoiceProps = {
  readonly folders: readonly FoundPath[];
  /** Paths that are not chosen. */
  readonly left: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
};

function FoundChoice({ folders, left, onToggle }: FoundChoiceProps) {
  return (
    <fieldset className="import-found">
      <legend className="visually-hidden">Folders with transcripts</legend>
      {folders.map((folder) => (
        <label key={folder.path}>
          <input type="checkbox" checked={!left.has(folder.path)} onChange={() => onToggle(folder.path)} />
          <code className="cut" title={writeMarksOut(folder.path)}>
            <VisibleText text={folder.path} />
          </code>
          <span className="muted">
            {folder.formats.join(', ')} · {folder.isPartial ? 'at least ' : ''}
            {countOf(folder.files, 'file')} · {formatBytes(folder.byteSize)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
