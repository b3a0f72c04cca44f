'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { searchAddress } from './search-params.ts';

type QueryLinkProps = { readonly q: string; readonly onAsk: (q: string) => void; readonly children: ReactNode };

/** A link to another query: pressed plainly it asks within the page, and in a new tab it opens there. */
export function QueryLink({ q, onAsk, children }: QueryLinkProps) {
  return (
    <Link
      href={`/search?${searchAddress({ q, sort: 'best', group: 'session', at: null })}`}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        onAsk(q);
        document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
      }}
    >
      {children}
    </Link>
  );
}
