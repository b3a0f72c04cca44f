import type { Metadata } from 'next';
import { findPasswordToken } from '../../server/auth/password-link.ts';
import { getRuntime } from '../../server/runtime.ts';
import { ChoosePasswordForm } from '../_parts/choose-password-form.tsx';
import { LinkOver } from '../_parts/link-over.tsx';
import { serverName } from '../_parts/server-name.ts';

export const metadata: Metadata = { title: 'Set up' };

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: PageProps) {
  const { token } = await searchParams;
  const link = typeof token === 'string' ? await findPasswordToken(getRuntime().engine, token) : null;
  if (typeof token !== 'string' || link === null) return <LinkOver />;
  const { email } = link;
  return (
    <ChoosePasswordForm
      token={token}
      email={email}
      heading={email === null ? 'Make yourself the owner' : 'Choose your password'}
      nextPath="/welcome"
    >
      <p className="muted">
        This is the Scrollback at {await serverName()}. An owner sees all sessions, brings in transcripts and invites
        others. This link works once. Next: your first transcripts.
      </p>
    </ChoosePasswordForm>
  );
}
