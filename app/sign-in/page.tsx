import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { serverName } from '../_parts/server-name.ts';
import { currentActor } from '../_trpc/server.tsx';
import { readNextPath } from './search-params.ts';
import { SignInView } from './sign-in-view.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: PageProps) {
  const nextPath = readNextPath(await searchParams);
  if ((await currentActor()) !== null) redirect(nextPath);
  return <SignInView nextPath={nextPath} server={await serverName()} />;
}
