'use client';

import { CopyField } from '../../_ui/copy-field.tsx';
import { LINK_LIFE_HOURS } from './link-life.ts';

type LinkMadeProps = { readonly email: string; readonly token: string; readonly onEnd: () => void };

/** The one time that a link is shown: the server keeps only what it takes to know it again. */
export function LinkMade({ email, token, onEnd }: LinkMadeProps) {
  const link = `${window.location.origin}/invite/${token}`;
  return (
    <>
      <p>
        Give this link to <strong className="team-email">{email}</strong>, and to nobody else: who opens it first
        chooses the password. It works once, within {LINK_LIFE_HOURS} hours, and is shown only here and now.
      </p>
      <CopyField label="One-time link" text={link} />
      <p className="dialog-actions">
        <button type="button" className="primary" onClick={onEnd}>
          Done
        </button>
      </p>
    </>
  );
}
