import 'server-only';
import { dehydrate, type FetchQueryOptions, HydrationBoundary } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { requestActor } from '../../server/auth/actor.ts';
import type { Actor } from '../../server/contract/actor.ts';
import { getRuntime } from '../../server/runtime.ts';
import { appRouter } from '../../server/trpc/root.ts';
import { makeQueryClient } from './query-client.ts';

/** Who asks for this page; null when nobody is signed in: pages are for people, not for tokens. Looked up once a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const { engine, auth } = getRuntime();
  const actor = await requestActor(engine, await headers(), auth);
  return actor?.type === 'person' ? actor : null;
});

/** Who asks for this page. Nobody signed in: the sign-in page, which leads back here. A page runs beside its layout. */
export async function requireActor(): Promise<Actor> {
  const actor = await currentActor();
  if (actor !== null) return actor;
  redirect(`/sign-in?callbackUrl=${encodeURIComponent((await headers()).get('x-address') ?? '/')}`);
}

const currentQueryClient = cache(() => makeQueryClient());

/** The procedures as queries of this request, answered in this process under the caller's own scope. */
export const trpc = createTRPCOptionsProxy({
  ctx: async () => ({
    runtime: getRuntime(),
    actor: await currentActor(),
    lookAgain: currentActor,
    nowMs: Date.now(),
    signal: new AbortController().signal,
  }),
  router: appRouter,
  queryClient: currentQueryClient,
});

/** The answer, which is also handed on to the browser. Throws what the procedure throws. */
export async function fetchQuery<Data, Problem, Key extends readonly unknown[]>(
  options: FetchQueryOptions<Data, Problem, Data, Key>,
): Promise<Data> {
  await requireActor();
  return currentQueryClient().fetchQuery(options);
}

/** The same, where the browser is to ask again and say why when it fails. */
export async function prefetchQuery<Data, Problem, Key extends readonly unknown[]>(
  options: FetchQueryOptions<Data, Problem, Data, Key>,
): Promise<void> {
  await requireActor();
  return currentQueryClient().prefetchQuery(options);
}

/** True for what is not there, or not there for this person: a page answers both with `notFound()`. */
export function isNotFoundError(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === 'NOT_FOUND';
}

/** Hands what was fetched so far on to the browser, which does not ask for it again. */
export function Hydrate({ children }: { readonly children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(currentQueryClient())}>{children}</HydrationBoundary>;
}
