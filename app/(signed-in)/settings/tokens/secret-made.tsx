'use client';

import { CopyField } from '../../../_ui/copy-field.tsx';

/** The one time that a secret is shown: the server keeps only what it takes to know it again. */
export function SecretMade({ token, onEnd }: { readonly token: string; readonly onEnd: () => void }) {
  return (
    <>
      <p>
        Give it to the program as <code>Authorization: Bearer …</code>. Whoever has it sees what it sees. It is shown
        only here and now; if it is lost, rotate the token.
      </p>
      <CopyField label="Token" text={token} />
      <p className="dialog-actions">
        <button type="button" className="primary" onClick={onEnd}>
          Done
        </button>
      </p>
    </>
  );
}
