'use client';

import { GitBranch } from 'lucide-react';
import type { Branch } from '../../../../server/contract/history.ts';
import { countOf } from '../../../_parts/format-number.ts';
import { Time } from '../../../_parts/time.tsx';
import { VisibleText } from '../../../_parts/visible-text.tsx';

type BranchLineProps = { readonly branch: Branch; readonly onView: (branch: Branch) => void };

/** Where another branch leaves the one that is read. */
export function BranchLine({ branch, onView }: BranchLineProps) {
  return (
    <p className="history-between">
      <GitBranch size={16} aria-hidden />
      <span>
        {branch.isActive ? 'the active branch leaves here: ' : 'another branch leaves here: '}
        {countOf(branch.messages, 'message')}, <Time ms={branch.startTimeMs} as="moment" />
        {branch.gist === '' ? null : (
          <>
            , “
            <bdi>
              <VisibleText text={branch.gist} />
            </bdi>
            ”
          </>
        )}
      </span>
      <button type="button" className="quiet" onClick={() => onView(branch)}>
        View
      </button>
    </p>
  );
}
