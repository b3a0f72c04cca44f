import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { Hydrate, prefetchQuery, trpc } from '../../_trpc/server.tsx';
import { readTheme, THEME_COOKIE } from '../../theme.ts';
import { SettingsView } from './settings-view.tsx';

export const metadata: Metadata = { title: 'Account' };

export default async function SettingsPage() {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  await prefetchQuery(trpc.users.me.queryOptions());
  return (
    <Hydrate>
      <SettingsView theme={theme} />
    </Hydrate>
  );
}
