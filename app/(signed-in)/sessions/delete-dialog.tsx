'use client';

import { useMutation } from '@tanstack/react-query';
import type { ShownSession } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import { useSessionsRefresh } from './use-session-change.ts';

type DeleteDialogProps = { readonly session: ShownSession; readonly onEnd: (notice: string | null) => void };

/** Says what goes and what stays before it does it. */
export function DeleteDialog({ session, onEnd }: DeleteDialogProps) {
  const trpc = useTRPC();
  const refresh = useSessionsRefresh();
  const removal = useMutation(
    trpc.sessions.delete.mutationOptions({
      onSuccess: ({ entries, purged }) => {
        onEnd(purged ? `${GONE(entries)} ${PURGED}` : `${GONE(entries)} ${NOT_PURGED}`);
        refresh();
      },
    }),
  );
  return (
    <Dialog title="Delete this session?" onClose={() => onEnd(null)}>
      <WhatGoes session={session} />
      <FormError text={removal.isError ? errorText(removal.error) : null} />
      <p className="dialog-actions">
        <button type="button" onClick={() => onEnd(null)}>
          {removal.isPending ? 'Close' : 'Cancel'}
        </button>
        <button
          type="button"
          className="danger"
          aria-busy={removal.isPending}
          onClick={() => (removal.isPending ? undefined : removal.mutate({ session: session.sessionId }))}
        >
          {removal.isPending ? 'Deleting …' : 'Delete session'}
        </button>
      </p>
    </Dialog>
  );
}

function WhatGoes({ session }: { readonly session: ShownSession }) {
  return (
    <>
      <p className="session-wide">
        <bdi>
          <VisibleText text={session.title ?? session.sessionKey} />
        </bdi>
      </p>
      <p>
        {countOf(session.messages, 'message')} and all other records of it, {countOf(session.entries, 'record')} in all,
        leave the store and the search index for good. Nobody can open or share it any more.
      </p>
      {session.children > 0 ? (
        <p>
          What it spawned stays ({countOf(session.children, 'session')}). Who sees that only by a share of this
          session’s tree will not any more.
        </p>
      ) : null}
      <p>
        The file that it was imported from stays where it is. A later import leaves this session out, unless asked to
        bring it back.
      </p>
    </>
  );
}

const GONE = (entries: number): string => `The session is deleted: ${countOf(entries, 'record')}.`;
const PURGED = 'Nothing of it can be read from the store’s files any more.';
const NOT_PURGED =
  'Its bytes are not cleared from the store’s files yet: that is done at the next start, or by the command doctor --purge.';
