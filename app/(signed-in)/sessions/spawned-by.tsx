'use client';

import { useQuery } from '@tanstack/react-query';
import { CornerLeftUp } from 'lucide-react';
import Link from 'next/link';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { useTRPC } from '../../_trpc/client.ts';

const STALE_MS = 300_000;

/** Names the session that spawned one, where both are visible. Rows of the same parent ask once. */
export function SpawnedBy({ parentSessionId }: { readonly parentSessionId: string }) {
  const trpc = useTRPC();
  const parent = useQuery(trpc.sessions.get.queryOptions({ session: parentSessionId }, { staleTime: STALE_MS }));
  return (
    <span className="session-aside muted cut">
      <CornerLeftUp size={12} aria-hidden /> spawned by{' '}
      <Link href={`/sessions/${parentSessionId}`}>
        <bdi>
          <VisibleText text={parent.data?.title ?? parent.data?.sessionKey ?? 'another session'} />
        </bdi>
      </Link>
    </span>
  );
}
