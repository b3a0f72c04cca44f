'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ShownSession } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { QueryLink } from './query-link.tsx';
import { newestSessions } from './search-params.ts';
import { SearchProblem } from './search-problem.tsx';

const EXAMPLES = [
  { q: 'deploy failed', means: 'both words, anywhere in a message' },
  { q: '"exit code 1"', means: 'these words side by side' },
  { q: 'timeout OR retry', means: 'either word' },
  { q: 'migrat*', means: 'words that begin so' },
  { q: 'error -warning after:7d', means: 'one word without the other, of the last seven days' },
  { q: 'role:user on:yesterday', means: 'what people asked yesterday, newest first' },
] as const;

/** Before anything is asked: how to ask, and what came last. */
export function SearchStart({ onAsk }: { readonly onAsk: (q: string) => void }) {
  return (
    <div className="search-start">
      <section aria-labelledby="search-examples">
        <h2 id="search-examples">Ask for words, and narrow with filters</h2>
        <ul className="search-examples">
          {EXAMPLES.map(({ q, means }) => (
            <li key={q}>
              <QueryLink q={q} onAsk={onAsk}>
                <code>{q}</code>
              </QueryLink>
              <span className="muted">{means}</span>
            </li>
          ))}
        </ul>
      </section>
      <Newest />
    </div>
  );
}

function Newest() {
  const newest = useQuery(useTRPC().sessions.list.queryOptions(newestSessions));
  const sessions = newest.data?.sessions ?? [];
  return (
    <section aria-labelledby="search-newest">
      <h2 id="search-newest">Newest sessions</h2>
      {newest.isError ? <SearchProblem text={errorText(newest.error)} onRetry={() => void newest.refetch()} /> : null}
      {newest.isPending ? <p className="skeleton search-newest-skeleton">.</p> : null}
      {newest.isSuccess && sessions.length === 0 ? (
        <p>
          Nothing is imported yet. <Link href="/sources">Import transcripts</Link> to search them here.
        </p>
      ) : null}
      <ul className="search-newest">
        {sessions.map((session) => (
          <SessionLine key={session.sessionId} session={session} />
        ))}
      </ul>
      {sessions.length === 0 ? null : (
        <p>
          <Link href="/sessions">All sessions</Link>
        </p>
      )}
    </section>
  );
}

function SessionLine({ session }: { readonly session: ShownSession }) {
  const { sessionId, sessionKey, title, agentId, messages, lastTimeMs } = session;
  return (
    <li>
      <Link className="cut" href={`/sessions/${encodeURIComponent(sessionId)}`} prefetch={false} dir="auto">
        <VisibleText text={title ?? sessionKey} />
      </Link>
      <bdi className="muted cut">
        <VisibleText text={agentId} />
      </bdi>
      <span className="muted">{countOf(messages, 'message')}</span>
      <span className="muted">{lastTimeMs === null ? null : <Time ms={lastTimeMs} as="age" />}</span>
    </li>
  );
}
