'use client';

import type { ReactNode } from 'react';
import { errorText } from '../../../_trpc/client.ts';
import { Dialog } from '../../../_ui/dialog.tsx';
import { FormError } from '../../../_ui/form-error.tsx';

type EndDialogProps = {
  readonly title: string;
  /** What ends, and what does not. */
  readonly children: ReactNode;
  readonly action: string;
  /** The state of the act. */
  readonly ending: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  readonly onEnd: () => void;
  readonly onClose: () => void;
};

/** Asks before something ends for good. */
export function EndDialog({ title, children, action, ending, onEnd, onClose }: EndDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FormError text={ending.isError ? errorText(ending.error) : null} />
      <p className="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="danger" disabled={ending.isPending} onClick={onEnd}>
          {ending.isPending ? 'Revoking …' : action}
        </button>
      </p>
    </Dialog>
  );
}
