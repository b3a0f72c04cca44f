'use client';

import type { ShownToken } from '../../../../server/contract/token.ts';
import type { Asked } from './asked.ts';
import { TokenRow } from './token-row.tsx';

type TokensTableProps = {
  /** Null while they are not there yet. */
  readonly tokens: readonly ShownToken[] | null;
  readonly onAsk: (asked: Asked) => void;
};

/** Those in force first, then what is over. */
export function TokensTable({ tokens, onAsk }: TokensTableProps) {
  if (tokens === null) return <p className="skeleton tokens-loading" aria-hidden />;
  if (tokens.length === 0)
    return <p>You have no tokens. Make one for each program, so that each can be ended by itself.</p>;
  return (
    <table className="tokens-table">
      <caption className="visually-hidden">Your tokens</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Agent and session</th>
          <th scope="col">Sees and may</th>
          <th scope="col">Ends</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  );
}
