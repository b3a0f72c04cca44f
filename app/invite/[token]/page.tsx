import type { Metadata } from 'next';
import { findPasswordToken } from '../../../server/auth/password-link.ts';
import { getRuntime } from '../../../server/runtime.ts';
import { ChoosePasswordForm } from '../../_parts/choose-password-form.tsx';
import { LinkOver } from '../../_parts/link-over.tsx';
import { serverName } from '../../_parts/server-name.ts';

export const metadata: Metadata = { title: 'Invitation' };

type PageProps = { readonly params: Promise<{ token: string }> };

export default async function InvitePage({ params }: PageProps) {
  const { token } = await params;
  const link = await findPasswordToken(getRuntime().engine, token);
  if (link === null || link.email === null) return <LinkOver />;
  return (
    <ChoosePasswordForm token={token} email={link.email} heading="Welcome: choose your password" nextPath="/search">
      <p className="muted">
        This is the Scrollback at {await serverName()}, where sessions of AI agents are kept and searched. This link
        works once. With a new password you are signed out everywhere else.
      </p>
    </ChoosePasswordForm>
  );
}
