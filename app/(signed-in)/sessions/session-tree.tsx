'use client';

import type { SessionListInput, ShownSession } from '../../../server/contract/session.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { errorText } from '../../_trpc/client.ts';
import type { RowTools } from './row-tools.ts';
import { SessionRow } from './session-row.tsx';
import { useSessionPages } from './use-session-pages.ts';

/** Deeper levels are not moved in any further: on a narrow page there would be no room for their names. */
const INDENTED_LEVELS = 6;

type SessionTreeProps = {
  readonly sessions: readonly ShownSession[];
  readonly tools: RowTools;
  /** 0 for roots. */
  readonly level: number;
};

/** Sessions, and below those that are open what they spawned, asked for when it is opened. */
export function SessionTree({ sessions, tools, level }: SessionTreeProps) {
  return sessions.map((session) => {
    const childrenId = `spawned-by-${session.sessionId}`;
    const isOpen = session.children > 0 && tools.open.includes(session.sessionId);
    return (
      <li key={session.sessionId} className="session-item" data-session={session.sessionId}>
        <SessionRow session={session} tools={tools} {...(session.children > 0 ? { childrenId } : {})} />
        {isOpen ? (
          <ul
            id={childrenId}
            className={level < INDENTED_LEVELS ? 'session-children is-indented' : 'session-children'}
            aria-label={`Spawned by ${writeMarksOut(session.title ?? session.sessionKey)}`}
          >
            <Children parent={session} tools={tools} level={level + 1} />
          </ul>
        ) : null}
      </li>
    );
  });
}

type ChildrenProps = { readonly parent: ShownSession; readonly tools: RowTools; readonly level: number };

function Children({ parent, tools, level }: ChildrenProps) {
  const input: SessionListInput = { parent: parent.sessionId, archived: 'all' };
  const pages = useSessionPages(input);
  if (pages.isError && pages.data === undefined) {
    return (
      <li className="session-line problem" role="alert">
        {errorText(pages.error)}{' '}
        <button type="button" onClick={() => void pages.refetch()}>
          Try again
        </button>
      </li>
    );
  }
  if (pages.data === undefined || pages.isPlaceholderData) {
    return Array.from({ length: Math.min(parent.children, 10) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines without a name of their own
      <li key={index} className="session-line skeleton" aria-hidden={index > 0}>
        Loading …
      </li>
    ));
  }
  return (
    <>
      <SessionTree sessions={pages.data.pages.flatMap((page) => page.sessions)} tools={tools} level={level} />
      {pages.hasNextPage ? (
        <li className="session-line">
          <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </button>
        </li>
      ) : null}
    </>
  );
}
