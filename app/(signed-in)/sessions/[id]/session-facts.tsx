'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import Link from 'next/link';
import { Fragment } from 'react';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { countOf } from '../../../_parts/format-number.ts';
import { formatDay, wallTime } from '../../../_parts/format-time.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { type Now, useNow } from '../../../_parts/time-zone.tsx';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { useTRPC } from '../../../_trpc/client.ts';
import { titleOf } from './title-of.ts';

/** One line: whose it is, how much, when, by what, and where it was spawned. */
export function SessionFacts({ session }: { readonly session: ShownSession }) {
  const now = useNow();
  const { agentId, kind, messages, firstTimeMs, lastTimeMs, model, format, project } = session;
  const span = firstTimeMs === null || lastTimeMs === null ? null : spanOf(firstTimeMs, lastTimeMs, now);
  const facts = [
    agentId,
    ...(kind === 'other' || kind === 'main' ? [] : [kind]),
    countOf(messages, 'message'),
    ...[span, model, format, project].filter((fact) => fact !== null),
  ];
  return (
    <p className="history-facts cut">
      {session.parentSessionId === null ? null : <ParentLink sessionId={session.parentSessionId} />}
      <span title={writeMarksOut(session.sessionKey)}>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two facts may read alike
          <Fragment key={index}>
            {index === 0 ? '' : ' · '}
            <bdi>
              <VisibleText text={fact} />
            </bdi>
          </Fragment>
        ))}
      </span>
    </p>
  );
}

function ParentLink({ sessionId }: { readonly sessionId: string }) {
  const trpc = useTRPC();
  const parent = useQuery(trpc.sessions.get.queryOptions({ session: sessionId }));
  return (
    <>
      <Link href={`/sessions/${sessionId}`}>
        from{' '}
        <bdi>
          <VisibleText text={parent.data === undefined ? 'another session' : titleOf(parent.data)} />
        </bdi>
        <ArrowUpRight size={16} aria-hidden />
      </Link>
      {' · '}
    </>
  );
}

/** `23 Nov 10:12–11:03`, with the second day where it is another one. */
function spanOf(firstMs: number, lastMs: number, now: Now): string {
  const [first, last] = [firstMs, lastMs].map((timeMs) => ({
    clock: wallTime(timeMs, now.timeZone).clock,
    day: formatDay(timeMs, now),
  }));
  if (first === undefined || last === undefined) return '';
  return `${first.day} ${first.clock}–${first.day === last.day ? '' : `${last.day} `}${last.clock}`;
}
