'use client';

import { GitBranch } from 'lucide-react';

/** Says that what is read is not what the session went on with. */
export function BranchBanner({ onActive }: { readonly onActive: () => void }) {
  return (
    <p className="note history-banner">
      <GitBranch size={16} aria-hidden />
      <span>You are reading a branch that was left. Searches find it only with branch:any.</span>
      <button type="button" onClick={onActive}>
        Back to the active branch
      </button>
    </p>
  );
}
