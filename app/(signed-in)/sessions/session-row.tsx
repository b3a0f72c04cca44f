'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useRef } from 'react';
import type { ShownSession } from '../../../server/contract/session.ts';
import { countOf, formatCount } from '../../_parts/format-number.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { RowMenu } from './row-menu.tsx';
import { mayChange, type RowTools } from './row-tools.ts';
import { useFocusHandover } from './use-focus-handover.ts';

type SessionRowProps = {
  readonly session: ShownSession;
  readonly tools: RowTools;
  /** Shown behind the title: whom it was spawned by, in a flat list. */
  readonly note?: ReactNode;
  /** Id of the list that the row opens and closes; left out where it opens nothing. */
  readonly childrenId?: string;
};

/** One session on one line; two on a narrow page. */
export function SessionRow({ session, tools, note, childrenId }: SessionRowProps) {
  const { agentId, kind, format, messages, lastTimeMs } = session;
  const row = useRef<HTMLDivElement>(null);
  useFocusHandover(row);
  return (
    <div className="session-row" ref={row}>
      <div className="session-name">
        {childrenId === undefined ? null : <Disclosure session={session} tools={tools} childrenId={childrenId} />}
        <RowLink session={session} />
        <Tags session={session} />
        {tools.me !== null && session.ownerEmail !== tools.me.email ? (
          <span className="session-aside muted cut">of {session.ownerEmail}</span>
        ) : null}
        {note}
        {session.title === null ? null : (
          <code className="session-key muted cut" title={writeMarksOut(session.sessionKey)}>
            <VisibleText text={session.sessionKey} />
          </code>
        )}
      </div>
      <span className="session-agent muted cut" title={`${writeMarksOut(agentId)} · ${kind}`}>
        <bdi>
          <VisibleText text={agentId} />
        </bdi>{' '}
        · {kind}
      </span>
      <span className="session-format muted">{format}</span>
      <span className="session-messages">
        {formatCount(messages)}
        <span className="session-unit"> {messages === 1 ? 'message' : 'messages'}</span>
      </span>
      <span className="session-time muted">
        {lastTimeMs === null ? 'no messages' : <Time ms={lastTimeMs} as="age" />}
      </span>
      <span className="session-menu">
        {mayChange(session, tools.me) ? <RowMenu session={session} onAct={tools.onAct} /> : null}
      </span>
    </div>
  );
}

function Disclosure({
  session,
  tools,
  childrenId,
}: Required<Pick<SessionRowProps, 'session' | 'tools' | 'childrenId'>>) {
  const isOpen = tools.open.includes(session.sessionId);
  const count = countOf(session.children, 'spawned session');
  return (
    <button
      type="button"
      className="quiet session-disclosure"
      aria-expanded={isOpen}
      aria-controls={isOpen ? childrenId : undefined}
      aria-label={`${count} of ${writeMarksOut(session.title ?? session.sessionKey)}`}
      title={count}
      onClick={() => tools.onToggle(session.sessionId)}
    >
      <ChevronRight size={16} aria-hidden />
      {formatCount(session.children)}
    </button>
  );
}

function RowLink({ session: { sessionId, title, sessionKey } }: { readonly session: ShownSession }) {
  return (
    <Link href={`/sessions/${sessionId}`} data-session-link>
      {title === null ? (
        <code className="cut">
          <VisibleText text={sessionKey} />
        </code>
      ) : (
        <bdi className="cut">
          <VisibleText text={title} />
        </bdi>
      )}
    </Link>
  );
}

function Tags({ session }: { readonly session: ShownSession }) {
  return (
    <>
      {session.label === null ? null : (
        <span className="session-tag cut" title={`Label: ${writeMarksOut(session.label)}`}>
          <span className="visually-hidden">Label: </span>
          <bdi>
            <VisibleText text={session.label} />
          </bdi>
        </span>
      )}
      {session.isArchived ? <span className="session-tag muted">archived</span> : null}
      {session.isIncognito ? (
        <span className="session-tag muted" title="Only its owner and people of role owner see it">
          incognito
        </span>
      ) : null}
    </>
  );
}
