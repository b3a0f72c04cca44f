'use client';

import { useRef } from 'react';
import { errorText } from '../../../_trpc/client.ts';
import { HistoryEmpty } from './history-empty.tsx';
import { HistoryItems } from './history-items.tsx';
import { ReadingPosition } from './reading-position.tsx';
import type { useHistoryPages } from './use-history-pages.ts';
import { useNearEnds } from './use-near-ends.ts';
import type { Place } from './use-place.ts';
import type { ReadingActions } from './use-reading.ts';
import { useRows } from './use-rows.ts';
import type { Surroundings } from './use-surroundings.ts';

type HistoryColumnProps = {
  readonly sessionId: string;
  readonly place: Place;
  readonly pages: ReturnType<typeof useHistoryPages>;
  readonly around: Surroundings;
  readonly reading: ReadingActions;
};

/** The messages that are loaded, and what comes at both ends of them. */
export function HistoryColumn({ sessionId, place, pages, around, reading }: HistoryColumnProps) {
  const list = useRef<HTMLElement>(null);
  const items = useRows(pages.data?.pages, around);
  useNearEnds(list, pages);
  const [first] = pages.data?.pages ?? [];
  if (pages.isPending) return <Rows count={12} />;
  const problem = pages.isError ? (
    <p className="problem history-problem" role="alert">
      {errorText(pages.error)}{' '}
      <button type="button" onClick={() => void retry(pages)}>
        Try again
      </button>
    </p>
  ) : null;
  return (
    <>
      {around.isPartial ? (
        <p className="note history-problem">
          The outline, branches or sub-agents could not be read. The messages are complete.{' '}
          <button type="button" onClick={around.retry}>
            Try again
          </button>
        </p>
      ) : null}
      <HistoryEmpty sessionId={sessionId} page={first} params={place.params} hasItems={items.length > 0} />
      {pages.isFetchPreviousPageError ? problem : null}
      {pages.hasPreviousPage ? <Rows count={3} label="Loading older messages" /> : null}
      <ReadingPosition aim={place.aim} isReady={!pages.isPlaceholderData && pages.data !== undefined}>
        <section className="history-list" aria-label="Messages" aria-busy={pages.isPlaceholderData} ref={list}>
          <HistoryItems items={items} sessionId={sessionId} params={place.params} reading={reading} />
        </section>
      </ReadingPosition>
      {pages.hasNextPage ? <Rows count={3} label="Loading newer messages" /> : null}
      {pages.isFetchPreviousPageError ? null : problem}
      <p className={place.params.at === null ? 'history-end history-end-aim' : 'history-end'}>
        {pages.hasNextPage || items.length === 0 ? null : 'End of the session'}
      </p>
    </>
  );
}

function retry(pages: HistoryColumnProps['pages']): Promise<unknown> {
  if (pages.isFetchPreviousPageError) return pages.fetchPreviousPage();
  return pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch();
}

/** Says that rows come, in their size. */
function Rows({ count, label = 'Loading messages' }: { readonly count: number; readonly label?: string }) {
  return (
    <div className="history-loading">
      <p className="visually-hidden">{label}</p>
      {[...Array(count).keys()].map((row) => (
        <div key={row} className="skeleton" aria-hidden />
      ))}
    </div>
  );
}
