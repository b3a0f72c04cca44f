'use client';

import Link from 'next/link';
import type { ShownToken } from '../../../../server/contract/token.ts';
import { Time } from '../../../_parts/time.tsx';
import type { Asked } from './asked.ts';
import { describeToken } from './token-words.ts';

type TokenRowProps = { readonly token: ShownToken; readonly onAsk: (asked: Asked) => void };

export function TokenRow({ token, onAsk }: TokenRowProps) {
  const { name, agentId, session, lastUsedAtMs, state } = token;
  return (
    <tr className={state === 'active' ? undefined : 'is-over'}>
      <th scope="row" className="tokens-name">
        <bdi>{name}</bdi>
      </th>
      <td>
        <bdi>{agentId}</bdi>
        {session === null ? null : (
          <>
            {' · '}
            <Link href={`/sessions/${session.sessionId}`}>
              <bdi>{session.sessionKey}</bdi>
            </Link>
          </>
        )}
      </td>
      <td>{describeToken(token)}</td>
      <td>
        <End token={token} />
      </td>
      <td className="muted">{lastUsedAtMs === null ? 'never' : <Time ms={lastUsedAtMs} as="age" />}</td>
      <td className="tokens-actions">
        {state === 'active' ? (
          <>
            <button type="button" aria-label={`Rotate: ${name}`} onClick={() => onAsk({ act: 'rotate', token })}>
              Rotate
            </button>
            <button type="button" aria-label={`Revoke: ${name}`} onClick={() => onAsk({ act: 'revoke', token })}>
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
      {expiresAtMs === null ? <span className="muted">when revoked</span> : <Time ms={expiresAtMs} as="moment" />}
      {formerUntilMs === null ? null : (
        <span className="muted tokens-former">
          old secret until <Time ms={formerUntilMs} as="moment" />
        </span>
      )}
    </>
  );
}
