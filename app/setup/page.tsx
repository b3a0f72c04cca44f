import type { Metadata } from 'next';
import { findPasswordToken } from '../../server/auth/password-link.ts';
import { getRuntime } from '../../server/runtime.ts';
import { ChoosePasswordForm } from '../_parts/choose-password-form.tsx';
import { LinkOver } from '../_parts/link-over.tsx';

export const metadata: Metadata = { title: 'Set up' };

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: PageProps) {
  const { token } = await searchParams;
  const link = typeof token === 'string' ? await findPasswordToken(getRuntime().engine, token) : null;
  if (typeof token !== 'string' || link === null) return <LinkOver />;
  const heading = link.email === null ? 'Make yourself the owner' : 'Choose your password';
  return <ChoosePasswordForm token={token} email={link.email} heading={heading} button="Save and sign in" />;
}
