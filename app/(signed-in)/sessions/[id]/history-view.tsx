'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { BranchBanner } from './branch-banner.tsx';
import { ContentsDialog } from './contents-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { HistoryColumn } from './history-column.tsx';
import { HistoryHead } from './history-head.tsx';
import { LiveNews } from './live-news.tsx';
import { Outline } from './outline.tsx';
import { readingKeys } from './reading-keys.ts';
import { SubAgents } from './sub-agents.tsx';
import { useCopyLink } from './use-copy-link.ts';
import { useFind } from './use-find.ts';
import { useHistoryKeys } from './use-history-keys.ts';
import { useHistoryPages } from './use-history-pages.ts';
import { useLiveTail } from './use-live-tail.ts';
import { usePlace } from './use-place.ts';
import { useReading } from './use-reading.ts';
import { useSurroundings } from './use-surroundings.ts';
import './history.css';

type HistoryViewProps = { readonly session: ShownSession };

/** One session, read from an anchor or from its end, with what lies around it: outline, branches, sub-agents. */
export function HistoryView({ session: opened }: HistoryViewProps) {
  const { sessionId } = opened;
  const router = useRouter();
  const { place, move } = usePlace(sessionId);
  const { params } = place;
  const session = useQuery(
    useTRPC().sessions.get.queryOptions(
      { session: sessionId },
      { initialData: opened, staleTime: Number.POSITIVE_INFINITY },
    ),
  ).data;
  const pages = useHistoryPages(sessionId, place);
  const around = useSurroundings(sessionId, params.branch);
  const find = useFind({ sessionId, ...params });
  const reading = useReading({ place, move, outline: around.outline, find });
  const tail = useLiveTail({ sessionId, place, pages: pages.data, goLast: reading.goLast });
  const copyLink = useCopyLink(sessionId, params);
  const [dialog, setDialog] = useState<'contents' | 'help' | null>(null);
  const findBox = useRef<HTMLInputElement>(null);
  const closeDialog = (): void => setDialog(null);
  const showActive = (): void => reading.showBranch(around.branches.find(({ isActive }) => isActive) ?? null);
  const leave = (): void => {
    if (params.branch !== null) showActive();
    else if (params.q !== '') router.push(`/search?q=${encodeURIComponent(params.q)}`);
  };
  useHistoryKeys({
    ...readingKeys(reading),
    '/': () => findBox.current?.select(),
    b: () => setDialog('contents'),
    c: () => void copyLink.copy(),
    '?': () => setDialog('help'),
    Escape: leave,
  });
  return (
    <div className="history">
      <HistoryHead session={session} {...{ params, find, findBox, reading, copyLink }} onDialog={setDialog} />
      <aside className="history-side" aria-label="In this session">
        <Outline items={around.outline} isCut={around.isOutlineCut} onOpen={reading.openMessage} />
        <SubAgents list={around.children} hasMore={around.hasMoreChildren} />
      </aside>
      <div className="history-column">
        {params.branch === null ? null : <BranchBanner onActive={showActive} />}
        <HistoryColumn sessionId={sessionId} {...{ place, pages, around, reading }} />
        <LiveNews tail={tail} onShow={reading.goLast} />
      </div>
      {dialog === 'help' ? <HelpDialog onClose={closeDialog} /> : null}
      {dialog === 'contents' ? <ContentsDialog {...{ around, reading }} onClose={closeDialog} /> : null}
    </div>
  );
}
