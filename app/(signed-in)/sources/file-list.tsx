'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { SourceFileRow, SourceState } from '../../../server/contract/source.ts';
import { countOf, formatBytes, formatCount } from '../../_parts/format-number.ts';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText, useTRPC, useTRPCClient } from '../../_trpc/client.ts';

const SESSIONS_SHOWN = 5;

const STATES: Readonly<Record<SourceState, string>> = {
  imported: 'imported',
  problems: 'imported, with notes',
  unfinished: 'not finished: import it again',
};

/** The files of one folder, by name. */
export function FileList({ folder }: { readonly folder: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const pages = useInfiniteQuery({
    queryKey: trpc.sources.files.infiniteQueryKey({ folder }),
    queryFn: ({ pageParam, signal }) =>
      client.sources.files.query({ folder, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  if (pages.data === undefined) {
    if (!pages.isError) return <p className="skeleton">Loading …</p>;
    return (
      <p className="problem" role="alert">
        The files could not be loaded. {errorText(pages.error)}{' '}
        <button type="button" onClick={() => void pages.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  const files = pages.data.pages.flatMap((page) => page.files);
  if (files.length === 0) return <p className="muted">No file of this folder was imported by you.</p>;
  return (
    <>
      <ul>
        {files.map((file) => (
          <FileItem key={file.name} file={file} />
        ))}
      </ul>
      {pages.hasNextPage ? (
        <button type="button" aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Loading more …' : 'Show more files'}
        </button>
      ) : null}
    </>
  );
}

function FileItem({ file }: { readonly file: SourceFileRow }) {
  const { name, state, byteSize, entries, messages, sessions, issues } = file;
  const shown = sessions.slice(0, SESSIONS_SHOWN);
  return (
    <li className="source-file">
      <p>
        <code>
          <bdi>
            <VisibleText text={name} />
          </bdi>
        </code>{' '}
        <span className="muted">
          {formatBytes(byteSize)} · {countOf(messages, 'message')} in {countOf(entries, 'record')} ·{' '}
        </span>
        <span className={state === 'imported' ? 'muted' : 'source-warn'}>{STATES[state]}</span>
      </p>
      {shown.length === 0 ? null : (
        <p className="source-sessions">
          {shown.map(({ sessionId, title }) => (
            <Link key={sessionId} href={`/sessions/${sessionId}`} className="cut">
              <bdi>
                <VisibleText text={title ?? 'Session without a title'} />
              </bdi>
            </Link>
          ))}
          {sessions.length > shown.length ? (
            <span className="muted">and {formatCount(sessions.length - shown.length)} more</span>
          ) : null}
        </p>
      )}
      <Issues issues={issues} />
    </li>
  );
}

function Issues({ issues }: Pick<SourceFileRow, 'issues'>) {
  if (issues.length === 0) return null;
  return (
    <ul className="source-issues">
      {issues.map(({ reason, count, line }) => (
        <li key={reason}>
          {reason}
          <span className="muted">
            {` · ${formatCount(count)} ${count === 1 ? 'time' : 'times'}`}
            {line === undefined ? '' : `, first at line ${formatCount(line)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
