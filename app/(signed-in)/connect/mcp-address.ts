import 'server-only';
import { allowedOrigins } from '../../../server/auth/origin.ts';
import { getRuntime } from '../../../server/runtime.ts';
import { serverName } from '../../_parts/server-name.ts';

/** Where this server's tools are, by the name that it was asked for by, if it goes by that, else by its first. */
export async function mcpAddress(): Promise<string> {
  const origins = allowedOrigins(getRuntime().settings);
  const name = (await serverName()).toLowerCase();
  const origin = origins.find((each) => new URL(each).host === name) ?? origins[0] ?? '';
  return `${origin}/api/mcp`;
}
