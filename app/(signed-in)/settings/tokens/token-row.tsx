'use client';

import Link from 'next/link';
import type { ShownToken } from '../../../../server/contract/token.ts';
import { writeMarksOut } from '../../../_parts/hidden-marks.ts';
import { Time } from '../../../_parts/time.tsx';
import { VisibleText } from '../../../_parts/visible-text.tsx';
import type { Asked } from './asked.ts';
import { describeToken } from './token-words.ts';

type TokenRowProps = { readonly token: ShownToken; readonly onAsk: (asked: Asked) => void };

export function TokenRow({ token, onAsk }: TokenRowProps) {
  const { name, agentId, session, lastUsedAtMs, state } = token;
  const spoken = writeMarksOut(name);
  return (
    <tr className={state === 'active' ? undefined : 'is-over'}>
      <th scope="row" className="tokens-name">
        <bdi>
          <VisibleText text={name} />
        </bdi>
      </th>
      <td data-says="Agent">
        <bdi>
          <VisibleText text={agentId} />
        </bdi>
        {session === null ? null : (
          <>
            {' · '}
            <Link href={`/sessions/${session.sessionId}`}>
              <bdi>
                <VisibleText text={session.sessionKey} />
              </bdi>
            </Link>
          </>
        )}
      </td>
      <td data-says="Sees">
        <VisibleText text={describeToken(token)} />
      </td>
      <td data-says="Ends">
        <End token={token} />
      </td>
      <td data-says="Last used" className="tokens-used">
        {lastUsedAtMs === null ? 'never' : <Time ms={lastUsedAtMs} as="age" />}
      </td>
      <td className="tokens-actions">
        {state === 'active' ? (
          <>
            <button type="button" aria-label={`Rotate: ${spoken}`} onClick={() => onAsk({ act: 'rotate', token })}>
              Rotate
            </button>
            <button type="button" aria-label={`Revoke: ${spoken}`} onClick={() => onAsk({ act: 'revoke', token })}>
              Revoke
            </button>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function End({ token: { state, expiresAtMs, formerUntilMs } }: { readonly token: ShownToken }) {
  if (state !== 'active') return <span className="tokens-over">{state}</span>;
  return (
    <>
      {expiresAtMs === null ? (
        <span className="muted tokens-time">when revoked</span>
      ) : (
        <span className="tokens-time">
          <Time ms={expiresAtMs} as="moment" />
        </span>
      )}
      {formerUntilMs === null ? null : (
        <span className="muted tokens-former">
          old secret until <Time ms={formerUntilMs} as="moment" />
        </span>
      )}
    </>
  );
}
