'use client';

import Link from 'next/link';
import type { Named } from '../../../server/contract/query.ts';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import './named-list.css';

/** What an id in the box names, before anything that merely holds it as text. */
export function NamedList({ named }: { readonly named: readonly Named[] }) {
  return (
    <ul className="named-list" aria-label="What this id names">
      {named.map((each) => (
        <li key={namedHref(each)}>
          <Link className="cut" href={namedHref(each)} prefetch={false}>
            {each.messageId === null ? 'Open session ' : 'Open the message in '}
            <bdi>
              <VisibleText text={each.title ?? each.sessionKey} />
            </bdi>
          </Link>
          <bdi className="muted cut">
            <VisibleText text={each.agentId} />
          </bdi>
          <span className="muted">{each.timestamp === null ? null : <Time ms={each.timestamp} as="age" />}</span>
        </li>
      ))}
    </ul>
  );
}

/** A session where it was left; a message on its own branch. */
export function namedHref({ sessionId, messageId, branch }: Named): string {
  const params = new URLSearchParams();
  if (messageId !== null) params.set('at', messageId);
  if (branch !== undefined) params.set('branch', branch);
  const search = params.toString();
  return `/sessions/${encodeURIComponent(sessionId)}${search === '' ? '' : `?${search}`}`;
}
