'use client';

import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { signOut } from 'next-auth/react';
import { useEffect, useRef } from 'react';
import type { Role } from '../../server/contract/actor.ts';
import type { Theme } from '../theme.ts';
import { ThemeChoice } from './theme-choice.tsx';

type AccountMenuProps = {
  readonly person: { readonly email: string; readonly role: Role };
  readonly theme: Theme;
};

/** Who is signed in, colours, account page, sign out. */
export function AccountMenu({ person, theme }: AccountMenuProps) {
  const menu = useClosingDetails();
  return (
    <details className="account-menu" ref={menu}>
      <summary>
        <span className="account-name" title={person.email}>
          {person.email.split('@')[0]}
        </span>
        <ChevronDown size={16} aria-hidden />
        <span className="visually-hidden">Account menu</span>
      </summary>
      <div className="menu-sheet">
        <p>
          {person.email}
          <span className="muted"> · {person.role}</span>
        </p>
        <ThemeChoice initial={theme} />
        <Link href="/settings" onClick={() => menu.current?.removeAttribute('open')}>
          Account and password
        </Link>
        <button type="button" className="quiet" onClick={() => void signOut({ callbackUrl: '/sign-in' })}>
          Sign out
        </button>
      </div>
    </details>
  );
}

/** Closes on Escape, giving the focus back, and on a press elsewhere. */
function useClosingDetails() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const details = menu.current;
      if (details === null || !details.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = event.type === 'pointerdown' && !details.contains(event.target as Node);
      if (isEscape || isOutside) details.open = false;
      if (isEscape) details.querySelector('summary')?.focus();
    };
    window.addEventListener('keydown', close);
    window.addEventListener('pointerdown', close);
    return () => {
      window.removeEventListener('keydown', close);
      window.removeEventListener('pointerdown', close);
    };
  }, []);
  return menu;
}
