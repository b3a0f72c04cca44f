'use client';

import { Bot } from 'lucide-react';
import Link from 'next/link';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { countOf } from '../../../_parts/format-number.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import { titleOf } from './title-of.ts';

/** Where a sub-agent began, between the messages. */
export function SubAgentLine({ child }: { readonly child: ShownSession }) {
  return (
    <p className="history-between">
      <Bot size={16} aria-hidden />
      <span>
        sub-agent:{' '}
        <bdi>
          <VisibleText text={titleOf(child)} />
        </bdi>{' '}
        · {countOf(child.messages, 'message')}
      </span>
      <Link className="button quiet" href={`/sessions/${child.sessionId}`}>
        Open
      </Link>
    </p>
  );
}

type SubAgentsProps = { readonly list: readonly ShownSession[]; readonly hasMore: boolean };

/** All of them, beside the column. */
export function SubAgents({ list, hasMore }: SubAgentsProps) {
  if (list.length === 0) return null;
  return (
    <nav className="history-agents" aria-label="Sub-agents">
      <h2>Sub-agents</h2>
      <ul>
        {list.map((child) => (
          <li key={child.sessionId}>
            <Link href={`/sessions/${child.sessionId}`} title={writeMarksOut(titleOf(child))}>
              <bdi className="cut">
                <VisibleText text={titleOf(child)} />
              </bdi>
              <span className="muted">{countOf(child.messages, 'message')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="muted">The newest {list.length} are shown.</p> : null}
    </nav>
  );
}
