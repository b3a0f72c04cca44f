'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../server/contract/actor.ts';
import type { ShownSession } from '../../../server/contract/session.ts';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import type { RowAction, RowTools } from './row-tools.ts';
import { type AskingAction, SessionDialog } from './session-dialog.tsx';
import { SessionFilters } from './session-filters.tsx';
import { SessionList } from './session-list.tsx';
import './sessions.css';
import { NO_FILTERS } from './search-params.ts';
import { useListParams } from './use-list-params.ts';
import { useSessionChange } from './use-session-change.ts';

const SCOPES: Readonly<Record<Role, string>> = {
  owner: 'All sessions of this server.',
  operator: 'All sessions of this server, without other people’s incognito ones.',
  member: 'Your own sessions, and those that are shared with you.',
};

/** Sessions that the viewer may see: trees from their roots, or what the filters let through. */
export function SessionsView() {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions()).data ?? null;
  const [params, change] = useListParams();
  const [asking, setAsking] = useState<{ session: ShownSession; action: AskingAction } | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const flip = useFlip(setNotice);
  const [clearings, setClearings] = useState(0);
  const clear = (): void => {
    change(NO_FILTERS);
    setClearings(clearings + 1);
  };
  const tools: RowTools = {
    me,
    open: params.open,
    onToggle: (sessionId) => change({ open: toggled(params.open, sessionId).join('.') }),
    onAct: (session, action) => {
      setNotice(null);
      if (action === 'archive' || action === 'incognito') flip(session, action);
      else setAsking({ session, action });
    },
  };
  return (
    <div className="page session-page">
      <header>
        <h1>Sessions</h1>
        <p className="muted">{me === null ? '' : SCOPES[me.role]}</p>
      </header>
      <SessionFilters params={params} onChange={change} clearings={clearings} />
      <output className={notice === null ? undefined : 'note'}>{notice}</output>
      <SessionList params={params} tools={tools} onClear={clear} />
      {asking === null ? null : (
        <SessionDialog
          {...asking}
          onEnd={(done) => {
            setAsking(null);
            setNotice(done);
          }}
        />
      )}
    </div>
  );
}

/** Archives or makes incognito, and back: it can be undone where it was done, so nobody is asked. */
function useFlip(onTold: (notice: string) => void): (session: ShownSession, action: FlipAction) => void {
  const change = useSessionChange();
  return (session, action) => {
    const { sessionId, isArchived, isIncognito } = session;
    const patch = action === 'archive' ? { isArchived: !isArchived } : { isIncognito: !isIncognito };
    const words = FLIPPED[action][(action === 'archive' ? isArchived : isIncognito) ? 'off' : 'on'];
    change.mutate(
      { session: sessionId, patch },
      { onSuccess: () => onTold(words), onError: (problem) => onTold(errorText(problem)) },
    );
  };
}

type FlipAction = Exclude<RowAction, AskingAction>;

const FLIPPED: Readonly<Record<FlipAction, { readonly on: string; readonly off: string }>> = {
  archive: {
    on: 'The session is archived: still searched, and listed when “Archived” says so.',
    off: 'The session is out of the archive.',
  },
  incognito: {
    on: 'The session is incognito: only its owner and people of role owner see it.',
    off: 'The session is not incognito any more.',
  },
};

function toggled(open: readonly string[], sessionId: string): readonly string[] {
  return open.includes(sessionId) ? open.filter((id) => id !== sessionId) : [...open, sessionId];
}
