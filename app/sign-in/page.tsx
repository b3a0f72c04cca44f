import type { Metadata } from 'next';
import { readNextPath } from './search-params.ts';
import { SignInView } from './sign-in-view.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type PageProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: PageProps) {
  return <SignInView nextPath={readNextPath(await searchParams)} />;
}
