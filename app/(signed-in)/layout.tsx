import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { NowProvider } from '../_parts/time-zone.tsx';
import { QueryProvider } from '../_trpc/provider.tsx';
import { requireActor } from '../_trpc/server.tsx';
import { readTheme, readZone, THEME_COOKIE, ZONE_COOKIE } from '../theme.ts';
import { Frame } from './frame.tsx';

/** Everything in here is for people who are signed in. It is no access check: each query is one. */
export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  const actor = await requireActor();
  const jar = await cookies();
  const timeZone = readZone(jar.get(ZONE_COOKIE)?.value);
  const { email, role } = actor.person;
  return (
    <QueryProvider>
      <NowProvider initial={{ nowMs: Date.now(), timeZone }}>
        <Frame person={{ email, role }} theme={readTheme(jar.get(THEME_COOKIE)?.value)}>
          {children}
        </Frame>
      </NowProvider>
    </QueryProvider>
  );
}
