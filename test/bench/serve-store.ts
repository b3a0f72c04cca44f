/** A build of the product, started on a free port over a store that is there already. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimAddress } from '../../server/launch/address.mjs';
import { send } from '../served/http.ts';
import type { CliPlace } from '../support/cli-process.ts';

const ANSWERS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 5000;

export type ServedStore = { readonly port: number; readonly origin: string; stop(): Promise<void> };

export async function serveStore({ dataDir, bundlesDir }: CliPlace): Promise<ServedStore> {
  const root = path.resolve(bundlesDir, '../..');
  const { host, port } = await claimAddress({ host: '127.0.0.1', port: 0 });
  const origin = `http://localhost:${port}`;
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '--hostname', host, '--port', String(port)], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SCROLLBACK_DATA: dataDir,
      SCROLLBACK_BUNDLES: bundlesDir,
      SCROLLBACK_ROOTS: '',
      SCROLLBACK_URL: '',
      SCROLLBACK_LOG: 'error',
      HOST: host,
      PORT: String(port),
      NEXTAUTH_URL: origin,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    const end = once(child, 'close');
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
    await end;
    clearTimeout(hard);
  };
  await answers(child, port).catch(async (cause: unknown) => {
    if (child.exitCode === null) await stop();
    throw cause;
  });
  return { port, origin, stop };
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const reply = await send(port, { path: '/api/health' }).catch(() => null);
    if (reply !== null) return;
    await sleep(50);
  }
  throw new Error('The server does not answer: it says why above');
}
