import Link from 'next/link';
import type { ReactNode } from 'react';

/** Around the pages of those who are not signed in. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className="top-bar">
        <Link className="wordmark" href="/">
          Scrollback
        </Link>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
