'use client';

import type { ShownSession } from '../../../server/contract/session.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { RowAction } from './row-tools.ts';
import { ShareDialog } from './share-dialog.tsx';

/** An action that asks before it does something. */
export type AskingAction = Exclude<RowAction, 'archive' | 'incognito'>;

type SessionDialogProps = {
  readonly session: ShownSession;
  readonly action: AskingAction;
  /** With a sentence about what was done; null when nothing was. */
  readonly onEnd: (notice: string | null) => void;
};

export function SessionDialog({ session, action, onEnd }: SessionDialogProps) {
  if (action === 'rename') return <RenameDialog session={session} onEnd={onEnd} />;
  if (action === 'share') return <ShareDialog session={session} onClose={() => onEnd(null)} />;
  return <DeleteDialog session={session} onEnd={onEnd} />;
}
