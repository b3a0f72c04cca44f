'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Grant } from '../../../server/contract/grant.ts';
import type { ShownSession } from '../../../server/contract/session.ts';
import { Time } from '../../_parts/time.tsx';
import { errorText, useTRPC } from '../../_trpc/client.ts';

/** Grants in force on the session itself, each with a way to take it back. */
export function GrantList({ session }: { readonly session: ShownSession }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const grants = useQuery(trpc.grants.list.queryOptions({ session: session.sessionId }));
  const revoking = useMutation(
    trpc.grants.revoke.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.grants.list.queryFilter({ session: session.sessionId })),
    }),
  );
  const problem = grants.error ?? revoking.error;
  return (
    <section className="grant-list">
      <h3 ref={heading} tabIndex={-1}>
        Shared with
      </h3>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {errorText(problem)}
        </p>
      )}
      {grants.data?.length === 0 ? (
        <p className="muted">Nobody so far. Owners and operators of this server see it anyway.</p>
      ) : null}
      {grants.isPending ? <p className="skeleton">Loading …</p> : null}
      <ul>
        {grants.data?.map((grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            isBusy={revoking.isPending}
            onRevoke={() => {
              heading.current?.focus(); // the button goes with its row
              revoking.mutate({ grantId: grant.id });
            }}
          />
        ))}
      </ul>
    </section>
  );
}

type GrantRowProps = { readonly grant: Grant; readonly isBusy: boolean; readonly onRevoke: () => void };

function GrantRow({ grant: { email, covers, expiresAtMs }, isBusy, onRevoke }: GrantRowProps) {
  return (
    <li className="grant-row">
      <span>
        {email}
        <span className="muted">
          {' · '}
          {covers === 'tree' ? 'with all it spawned' : 'this session alone'}
          {' · '}
          {expiresAtMs === null ? 'until taken back' : 'until '}
          {expiresAtMs === null ? null : <Time ms={expiresAtMs} as="moment" />}
        </span>
      </span>
      <button type="button" disabled={isBusy} aria-label={`Take back what ${email} may read`} onClick={onRevoke}>
        Take back
      </button>
    </li>
  );
}
