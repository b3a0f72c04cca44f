'use client';

import { countOf } from '../../../_parts/format-number.ts';
import { Time } from '../../../_parts/time.tsx';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { Outline } from './outline.tsx';
import { SubAgents } from './sub-agents.tsx';
import type { ReadingActions } from './use-reading.ts';
import type { Surroundings } from './use-surroundings.ts';

type ContentsDialogProps = {
  readonly around: Surroundings;
  readonly reading: ReadingActions;
  readonly onClose: () => void;
};

/** What a session holds, where there is no room beside the column: branches, sub-agents, prompts. */
export function ContentsDialog({ around, reading, onClose }: ContentsDialogProps) {
  const { branches } = around;
  return (
    <Dialog title="In this session" onClose={onClose}>
      <div className="history-contents">
        <section aria-label="Branches">
          <h3>Branches</h3>
          {branches.length === 0 ? <p className="muted">Nothing was rewound: there is one branch.</p> : null}
          <ul>
            {branches.map((branch) => (
              <li key={branch.leaf}>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => {
                    onClose();
                    reading.showBranch(branch);
                  }}
                >
                  <Time ms={branch.startTimeMs} as="moment" />
                  <bdi className="cut">
                    <VisibleText text={branch.gist === '' ? 'no text' : branch.gist} />
                  </bdi>
                  <span className="muted">{branch.isActive ? 'active' : countOf(branch.messages, 'message')}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <SubAgents list={around.children} hasMore={around.hasMoreChildren} />
        <Outline
          items={around.outline}
          isCut={around.isOutlineCut}
          onOpen={(messageId) => {
            onClose();
            reading.openMessage(messageId);
          }}
        />
      </div>
    </Dialog>
  );
}
