'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { signOut } from 'next-auth/react';
import { ROLE_MEANINGS } from '../../_parts/role-meanings.ts';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import type { Theme } from '../../theme.ts';
import { ThemeChoice } from '../theme-choice.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import './settings.css';
import { Shortcuts } from './shortcuts.tsx';

/** Who you are, your password, where you are signed in, and how it looks to you. */
export function SettingsView({ theme }: { readonly theme: Theme }) {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions());
  return (
    <div className="page settings">
      <header>
        <h1>Account</h1>
        {me.data === undefined ? null : (
          <p>
            <strong className="settings-email">{me.data.email}</strong> · {me.data.role}
            <span className="muted"> · {ROLE_MEANINGS[me.data.role]}</span>
          </p>
        )}
        {me.isError ? (
          <p className="problem" role="alert">
            {errorText(me.error)}
          </p>
        ) : null}
      </header>
      {me.data === undefined ? null : (
        <section aria-labelledby="settings-password">
          <h2 id="settings-password">Password</h2>
          <ChangePasswordForm email={me.data.email} />
        </section>
      )}
      <Devices />
      <section aria-labelledby="settings-tokens">
        <h2 id="settings-tokens">Tokens</h2>
        <p>
          By a token an agent recalls its own past work without you.{' '}
          <Link href="/settings/tokens">Make and revoke tokens</Link>
        </p>
      </section>
      <section aria-labelledby="settings-looks">
        <h2 id="settings-looks">Looks</h2>
        <ThemeChoice initial={theme} />
        <p className="muted">For this browser.</p>
      </section>
      <section aria-labelledby="settings-keys">
        <h2 id="settings-keys">Keys</h2>
        <Shortcuts />
      </section>
    </div>
  );
}

function Devices() {
  return (
    <section aria-labelledby="settings-devices">
      <h2 id="settings-devices">Where you are signed in</h2>
      <p className="muted">
        Signing out ends all your sign-ins with the next request, here and on every other device. A copy of this
        browser’s cookie is worth nothing then.
      </p>
      <p>
        <button type="button" onClick={() => void signOut({ callbackUrl: '/sign-in' })}>
          Sign out everywhere
        </button>
      </p>
    </section>
  );
}
