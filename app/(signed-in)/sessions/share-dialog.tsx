'use client';

import type { ShownSession } from '../../../server/contract/session.ts';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { GrantForm } from './grant-form.tsx';
import { GrantList } from './grant-list.tsx';

type ShareDialogProps = { readonly session: ShownSession; readonly onClose: () => void };

/** Who else may read a session: a form to add a person, and those who may already. */
export function ShareDialog({ session, onClose }: ShareDialogProps) {
  return (
    <Dialog title="Share with a person" onClose={onClose}>
      <p className="session-wide">
        <bdi>
          <VisibleText text={session.title ?? session.sessionKey} />
        </bdi>
      </p>
      <GrantForm session={session} />
      <GrantList session={session} />
    </Dialog>
  );
}
