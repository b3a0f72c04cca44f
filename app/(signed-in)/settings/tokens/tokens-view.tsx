'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '../../../_parts/format-number.ts';
import { errorText, useTRPC } from '../../../_trpc/client.ts';
import type { Asked } from './asked.ts';
import { CreateDialog } from './create-dialog.tsx';
import { RevokeAllDialog } from './revoke-all-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import './tokens.css';
import { TokensTable } from './tokens-table.tsx';

/** The tokens by which one's agents read their own past work, and send it. */
export function TokensView() {
  const trpc = useTRPC();
  const tokens = useQuery(trpc.tokens.list.queryOptions());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = (next: Asked): void => {
    setNotice('');
    setAsked(next);
  };
  const end = (said: string | null): void => {
    setNotice(said ?? '');
    flushSync(() => setAsked(null)); // an open dialog would keep the focus
    // What opened the dialog went with its token: the focus must not be lost with it.
    if (said !== null) heading.current?.focus();
  };
  const live = tokens.data?.filter(({ state }) => state === 'active').length ?? null;
  return (
    <div className="page tokens">
      <header className="tokens-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Tokens
          </h1>
          <p className="muted">{live === null ? 'Loading …' : `${countOf(live, 'token')} in force`}</p>
        </div>
        <div className="tokens-buttons">
          {live === null || live < 2 ? null : (
            <button type="button" onClick={() => ask({ act: 'revoke-all' })}>
              Revoke all
            </button>
          )}
          <button type="button" className="primary" onClick={() => ask({ act: 'create' })}>
            <KeyRound size={16} aria-hidden />
            Make a token
          </button>
        </div>
      </header>
      <p className="muted">
        By a token an agent recalls its own past work without you. It sees at most sessions of your own, and can change
        or delete nothing. <Link href="/settings">Back to your account</Link>
      </p>
      <output className="tokens-notice">{notice}</output>
      {tokens.isError ? (
        <p className="problem" role="alert">
          {errorText(tokens.error)}{' '}
          <button type="button" onClick={() => void tokens.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <TokensTable tokens={tokens.data ?? null} onAsk={ask} />
      )}
      {asked === null ? null : <Asking asked={asked} onEnd={end} />}
    </div>
  );
}

function Asking({ asked, onEnd }: { readonly asked: Asked; readonly onEnd: (notice: string | null) => void }) {
  if (asked.act === 'create') return <CreateDialog onClose={() => onEnd(null)} />;
  if (asked.act === 'revoke-all') return <RevokeAllDialog onEnd={onEnd} />;
  const { act, token } = asked;
  return act === 'rotate' ? <RotateDialog token={token} onEnd={onEnd} /> : <RevokeDialog token={token} onEnd={onEnd} />;
}
