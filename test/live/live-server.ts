import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { encode } from 'next-auth/jwt';
import { AUTH_VERSION_CLAIM, PERSON_CLAIM, sessionCookieName } from '../../server/auth/session-token.ts';
import type { Person } from '../../server/contract/actor.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { claimAddress } from '../../server/launch/address.mjs';
import { LIVE_SERVER } from './server-process.ts';

export type Told = { readonly status: number; readonly body: string; readonly retryAfter: string | null };

/** A server over a data folder, on a port of its own that it keeps when it is killed and started again. */
export class LiveServer {
  readonly dataDir: string;
  readonly bundlesDir: string;
  readonly port: number;
  #child: ChildProcess | null = null;

  static async open(dataDir: string, bundlesDir: string): Promise<LiveServer> {
    const { port } = await claimAddress({ host: '127.0.0.1', port: 0 });
    const server = new LiveServer(dataDir, bundlesDir, port);
    await server.start();
    return server;
  }

  constructor(dataDir: string, bundlesDir: string, port: number) {
    this.dataDir = dataDir;
    this.bundlesDir = bundlesDir;
    this.port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [path.join(this.bundlesDir, 'bench', 'main.js'), LIVE_SERVER], {
      env: {
        ...inherited,
        SCROLLBACK_DATA: this.dataDir,
        SCROLLBACK_BUNDLES: this.bundlesDir,
        SCROLLBACK_ROOTS: '',
        PORT: String(this.port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // a group of its own, so that it is killed with its children
    });
    this.#child = child;
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`The server ended with ${String(status)}.`);
    });
    ended.catch(() => undefined); // after the start it may
    await Promise.race([once(child.stdout, 'data'), ended]);
  }

  /** `kill -9` of the server and all its children, at this very moment. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** A cookie as somebody who signed in has it. */
  async cookie(person: Pick<Person, 'id'>, authVersion = 1): Promise<string> {
    const secret = createHmac('sha256', readStoreSecret(this.dataDir)).update('sign-in').digest('base64url');
    const token = { [PERSON_CLAIM]: person.id, [AUTH_VERSION_CLAIM]: authVersion };
    return `${sessionCookieName(false)}=${await encode({ token, secret, maxAge: 3600 })}`;
  }

  /** A call by POST. Throws when the server is not there, or goes away before it has answered. */
  async call(cookie: string, procedure: string, input: unknown): Promise<Told> {
    const response = await fetch(`${this.origin}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin, cookie },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: await response.text(), retryAfter: response.headers.get('retry-after') };
  }
}
