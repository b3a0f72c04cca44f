import 'server-only';
import { headers } from 'next/headers';

/** What this server is called in the address that was asked for; the doors check it, here it is only shown. */
export async function serverName(): Promise<string> {
  return (await headers()).get('host') ?? 'this server';
}
