'use client';

import { ChevronLeft, CircleHelp, Link2, ListTree, Wrench } from 'lucide-react';
import Link from 'next/link';
import type { RefObject } from 'react';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { FindBox } from './find-box.tsx';
import type { HistoryParams } from './search-params.ts';
import { SessionFacts } from './session-facts.tsx';
import { titleOf } from './title-of.ts';
import type { CopyLink } from './use-copy-link.ts';
import type { useFind } from './use-find.ts';
import type { ReadingActions } from './use-reading.ts';

type HistoryHeadProps = {
  readonly session: ShownSession;
  readonly params: HistoryParams;
  readonly find: ReturnType<typeof useFind>;
  readonly findBox: RefObject<HTMLInputElement | null>;
  readonly reading: ReadingActions;
  readonly copyLink: CopyLink;
  readonly onDialog: (dialog: 'contents' | 'help') => void;
};

/** What is read, the way back, and what can be done here. */
export function HistoryHead({ session, params, find, findBox, reading, copyLink, onDialog }: HistoryHeadProps) {
  const title = titleOf(session);
  return (
    <header className="history-head">
      <div className="history-title">
        {params.q === '' ? null : (
          <Link className="history-back" href={`/search?q=${encodeURIComponent(params.q)}`}>
            <ChevronLeft size={16} aria-hidden />
            Results
          </Link>
        )}
        <h1 className="cut" title={writeMarksOut(title)}>
          <bdi>
            <VisibleText text={title} />
          </bdi>
        </h1>
        {session.isIncognito ? <span className="history-badge">incognito</span> : null}
        {session.isArchived ? <span className="history-badge">archived</span> : null}
      </div>
      <SessionFacts session={session} />
      <div className="history-tools">
        <FindBox {...{ params, find, reading }} box={findBox} />
        <button type="button" className="quiet" aria-pressed={params.tools} onClick={reading.toggleTools}>
          <Wrench size={16} aria-hidden />
          <span className="history-word">Tools</span>
        </button>
        <button type="button" className="quiet history-contents-button" onClick={() => onDialog('contents')}>
          <ListTree size={16} aria-hidden />
          <span className="history-word">Contents</span>
        </button>
        <button
          type="button"
          className="quiet history-wide"
          aria-label="Copy link"
          title="Copy link"
          onClick={() => void copyLink.copy()}
        >
          <Link2 size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="quiet history-wide"
          aria-label="Keys"
          title="Keys"
          onClick={() => onDialog('help')}
        >
          <CircleHelp size={16} aria-hidden />
        </button>
      </div>
      <output className="history-said">{copyLink.said}</output>
    </header>
  );
}
