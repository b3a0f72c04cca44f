import type { Metadata } from 'next';
import { findPasswordToken } from '../../../server/auth/password-link.ts';
import { getRuntime } from '../../../server/runtime.ts';
import { ChoosePasswordForm } from '../../_parts/choose-password-form.tsx';
import { LinkOver } from '../../_parts/link-over.tsx';

export const metadata: Metadata = { title: 'Invitation' };

type PageProps = { readonly params: Promise<{ token: string }> };

export default async function InvitePage({ params }: PageProps) {
  const { token } = await params;
  const link = await findPasswordToken(getRuntime().engine, token);
  if (link === null || link.email === null) return <LinkOver />;
  return (
    <ChoosePasswordForm
      token={token}
      email={link.email}
      heading="Welcome: choose your password"
      button="Save and sign in"
    />
  );
}
