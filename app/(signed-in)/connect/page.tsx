import type { Metadata } from 'next';
import { ConnectView } from './connect-view.tsx';
import { mcpAddress } from './mcp-address.ts';

export const metadata: Metadata = { title: 'Connect' };

export default async function ConnectPage() {
  return <ConnectView address={await mcpAddress()} />;
}
