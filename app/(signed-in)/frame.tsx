'use client';

import { Menu, Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Role } from '../../server/contract/actor.ts';
import type { Theme } from '../theme.ts';
import { AccountMenu } from './account-menu.tsx';
import './frame.css';
import { JobsBadge } from './jobs-badge.tsx';
import { useSearchKeys } from './use-search-keys.ts';

type FrameProps = {
  readonly person: { readonly email: string; readonly role: Role };
  readonly theme: Theme;
  readonly children: ReactNode;
};

const TABS = [
  { href: '/search', label: 'Search' },
  { href: '/sessions', label: 'Sessions' },
  { href: '/sources', label: 'Sources' },
  { href: '/connect', label: 'Connect' },
  { href: '/team', label: 'Team', onlyFor: 'owner' },
] as const satisfies readonly { href: string; label: string; onlyFor?: Role }[];

/** The top bar and the tabs around every page. */
export function Frame({ person, theme, children }: FrameProps) {
  const pathname = usePathname();
  useSearchKeys();
  const tabs = TABS.filter((tab) => !('onlyFor' in tab) || tab.onlyFor === person.role);
  const links = tabs.map(({ href, label }) => (
    <li key={href}>
      <Link href={href} aria-current={isAt(pathname, href) ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  ));
  return (
    <div className="frame">
      <header className="top-bar">
        <Link className="wordmark" href="/search">
          Scrollback
        </Link>
        <nav className="tabs" aria-label="Main">
          <ul>{links}</ul>
        </nav>
        {pathname === '/search' ? <span className="top-search" /> : <TopSearch hasKey={!isAt(pathname, '/sessions')} />}
        <JobsBadge />
        <AccountMenu person={person} theme={theme} />
        <details className="tabs-menu" key={pathname}>
          <summary aria-label="Pages">
            <Menu size={16} aria-hidden />
          </summary>
          <nav aria-label="Pages">
            <ul>{links}</ul>
          </nav>
        </details>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Takes a query to the search page. A plain form: it works before any script has run. In a session `/` finds within it. */
function TopSearch({ hasKey }: { readonly hasKey: boolean }) {
  return (
    <search className="top-search">
      <form action="/search">
        <Search size={16} aria-hidden />
        <input type="search" name="q" aria-label="Search messages" placeholder="Search messages" data-search-box />
        {hasKey ? <kbd aria-hidden>/</kbd> : null}
      </form>
    </search>
  );
}

function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
