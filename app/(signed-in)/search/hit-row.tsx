'use client';

import { GitBranch } from 'lucide-react';
import Link from 'next/link';
import type { MouseEvent } from 'react';
import type { Hit } from '../../../server/contract/search.ts';
import { formatCount } from '../../_parts/format-number.ts';
import { MarkedText } from '../../_parts/marked-text.tsx';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { hitHref, withinSessionHref } from './hit-links.ts';

type HitRowProps = {
  readonly hit: Hit;
  readonly index: number;
  /** The query that found it. */
  readonly q: string;
  readonly isChosen: boolean;
};

/** A press on the title opens the session; on wide pages one beside it chooses the hit, which the preview then shows. */
export function HitRow({ hit, index, q, isChosen }: HitRowProps) {
  const { title, agentId, kind, role, timestamp, snippet, highlights, branch, inTools } = hit;
  const more = (hit.matchesInSession ?? 1) - 1;
  const tabIndex = isChosen ? 0 : -1;
  return (
    <li className="hit" data-index={index} data-chosen={isChosen} onPointerUp={focusWithin}>
      <div className="hit-head">
        <Link
          className="hit-link cut"
          href={hitHref(hit, q)}
          prefetch={false}
          tabIndex={tabIndex}
          aria-current={isChosen}
          aria-describedby={`hit-${index}`}
          dir="auto"
          data-hit
        >
          <VisibleText text={title ?? hit.sessionKey} />
        </Link>
        <span className="hit-facts muted">
          {branch === undefined ? null : (
            <span className="hit-branch" title="Off the active branch: the session opens on the branch of this message">
              <GitBranch size={16} aria-hidden /> other branch
            </span>
          )}
          <bdi className="cut">
            <VisibleText text={agentId} />
          </bdi>
          {kind === 'main' || kind === 'other' ? null : <span>{kind}</span>}
          <span>{inTools === true ? (role === 'tool' ? 'tool result' : 'tool call') : role}</span>
          <Time ms={timestamp} as="age" />
        </span>
      </div>
      <p className={inTools === true ? 'hit-snippet hit-tools' : 'hit-snippet'} id={`hit-${index}`} dir="auto">
        <MarkedText text={snippet} highlights={highlights} />
      </p>
      {more < 1 ? null : (
        <p className="hit-more">
          <Link href={withinSessionHref(hit, q)} prefetch={false} tabIndex={tabIndex}>
            {formatCount(more)} more in this session
          </Link>
        </p>
      )}
    </li>
  );
}

/** Focus chooses. Not while text is being marked, and never away from a link that was pressed. */
function focusWithin({ currentTarget, target }: MouseEvent<HTMLLIElement>): void {
  const isLink = target instanceof Element && target.closest('a') !== null;
  if (isLink || window.getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLAnchorElement>('a[data-hit]')?.focus({ preventScroll: true });
}
