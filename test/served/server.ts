/** The product as it is served: a build of it, started on a free port over a store of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePasswordToken } from '../../server/auth/password-link.ts';
import type { Person } from '../../server/contract/actor.ts';
import { claimAddress } from '../../server/launch/address.mjs';
import { ensureBuilt } from '../../server/launch/build-steps.mjs';
import { launchEnvironment, ROOT } from '../../server/launch/folders.mjs';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type Reply, send } from './http.ts';

export type Served = {
  readonly port: number;
  readonly origin: string;
  readonly store: TestStore;
  /** What the server wrote so far, to both of its outputs. */
  log(): string;
  /** A one-time token for a person, or for the first owner. */
  token(person: Person | null): Promise<string>;
  stop(): Promise<void>;
};

const ANSWERS_WITHIN_MS = 60_000;

type ServedOptions = {
  /** Folders that may be imported by their path. */
  readonly roots?: readonly string[];
};

export async function startServed({ roots = [] }: ServedOptions = {}): Promise<Served> {
  const store = openTestStore({ now: Date.now });
  const env = launchEnvironment(ROOT, {
    ...process.env,
    SCROLLBACK_DATA: store.dataDir,
    SCROLLBACK_URL: '',
    SCROLLBACK_ROOTS: roots.join(path.delimiter),
  });
  await ensureBuilt(ROOT, env);
  const { host, port } = await claimAddress({ host: '127.0.0.1', port: 0 });
  const origin = `http://localhost:${port}`;
  const next = path.join(ROOT, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '--hostname', host, '--port', String(port)], {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'production', HOST: host, PORT: String(port), NEXTAUTH_URL: origin },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  await answered(child, port).catch((cause: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The server does not answer: ${log}`, { cause });
  });
  return {
    port,
    origin,
    store,
    log: () => log,
    token: (person) => makePasswordToken(store.engine, { for: person?.id ?? null, by: null, nowMs: Date.now() }),
    stop: async () => {
      const end = once(child, 'close');
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 5000);
      await end;
      clearTimeout(hard);
      await store.close();
    },
  };
}

async function answered(child: ChildProcess, port: number): Promise<Reply> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const reply = await send(port, { path: '/api/health' }).catch(() => null);
    if (reply !== null) return reply;
    await sleep(50);
  }
  throw new Error(`Ended with ${child.exitCode}.`);
}
