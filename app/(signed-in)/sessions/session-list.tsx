'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import type { ShownSession } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { errorText } from '../../_trpc/client.ts';
import { ListEnd } from '../../_ui/list-end.tsx';
import type { RowTools } from './row-tools.ts';
import { isFiltered, type ListParams, listInput } from './search-params.ts';
import { SessionRow } from './session-row.tsx';
import { SessionTree } from './session-tree.tsx';
import { SpawnedBy } from './spawned-by.tsx';
import { useSessionPages } from './use-session-pages.ts';

const SKELETON_ROWS = 12;

type SessionListProps = { readonly params: ListParams; readonly tools: RowTools; readonly onClear: () => void };

/** The list in its four states. Old rows stay, dimmed, until new ones are there. */
export function SessionList({ params, tools, onClear }: SessionListProps) {
  const pages = useSessionPages(listInput(params));
  const isFlat = isFiltered(params);
  const sessions = pages.data?.pages.flatMap((page) => page.sessions);
  if (sessions === undefined) {
    return pages.isError ? <Failed problem={pages.error} onRetry={() => void pages.refetch()} /> : <Skeleton />;
  }
  const noun = isFlat ? 'session' : 'session tree';
  const count = `${countOf(sessions.length, noun)}${pages.hasNextPage ? ' so far' : ''}`;
  return (
    <section aria-label="Sessions" aria-busy={pages.isPlaceholderData}>
      <p className="session-count">
        <output className="muted">
          {pages.isPlaceholderData ? 'Looking …' : count}
          {params.archived === 'no' ? ' · archived ones left out' : ''}
        </output>
        {isFlat || params.archived === 'all' ? (
          <button type="button" className="quiet" onClick={onClear}>
            <X size={16} aria-hidden />
            Clear filters
          </button>
        ) : null}
      </p>
      {pages.isError ? <Failed problem={pages.error} onRetry={() => void pages.refetch()} /> : null}
      {sessions.length === 0 && !pages.isPlaceholderData ? <Empty isFlat={isFlat} /> : <Heads />}
      <ul className={pages.isPlaceholderData ? 'session-list is-old' : 'session-list'}>
        {isFlat ? <FlatRows sessions={sessions} tools={tools} /> : null}
        {isFlat ? null : <SessionTree sessions={sessions} tools={tools} level={0} />}
      </ul>
      {sessions.length > 0 ? (
        <ListEnd
          hasMore={pages.hasNextPage}
          isLoading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        >
          {sessions.length > SKELETON_ROWS ? `These are all: ${countOf(sessions.length, noun)}.` : ''}
        </ListEnd>
      ) : null}
    </section>
  );
}

function FlatRows({ sessions, tools }: { readonly sessions: readonly ShownSession[]; readonly tools: RowTools }) {
  return sessions.map((session) => (
    <li key={session.sessionId} className="session-item">
      <SessionRow
        session={session}
        tools={tools}
        note={session.parentSessionId === null ? null : <SpawnedBy parentSessionId={session.parentSessionId} />}
      />
    </li>
  ));
}

/** Names of the columns, for eyes: each value says in its own words what it is. */
function Heads() {
  return (
    <div className="session-heads muted" aria-hidden>
      <span>Session</span>
      <span>Agent · kind</span>
      <span>Format</span>
      <span>Messages</span>
      <span>Last</span>
      <span />
    </div>
  );
}

function Empty({ isFlat }: { readonly isFlat: boolean }) {
  return isFlat ? (
    <p className="note">
      No session matches all of these filters. Take one away, or <Link href="/search">search the messages</Link>{' '}
      themselves.
    </p>
  ) : (
    <p className="note">
      No session is here yet. <Link href="/welcome">Import transcripts or load samples</Link>; sessions that others
      share with you show up here too.
    </p>
  );
}

function Failed({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) {
  return (
    <p className="problem" role="alert">
      The list could not be loaded. {errorText(problem)}{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

function Skeleton() {
  return (
    <div>
      <p className="session-count">
        <output className="muted">Loading sessions …</output>
      </p>
      <div className="session-list" aria-hidden>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without a name of their own
          <div key={index} className="session-line skeleton" />
        ))}
      </div>
    </div>
  );
}
