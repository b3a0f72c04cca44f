/** The HTTP door over a store of its own, asked with real requests as a browser or a program sends them. */
import path from 'node:path';
import { flushTokenUses } from '../../server/auth/token-uses.ts';
import type { Person, Role } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { JobRunner } from '../../server/operate/job-runner.ts';
import { LiveLane } from '../../server/operate/live-lane.ts';
import { PushInbox } from '../../server/operate/push-inbox.ts';
import type { Runtime } from '../../server/runtime.ts';
import { serveTrpc } from '../../server/trpc/http.ts';
import { servePush } from '../../server/trpc/push.ts';
import { serveUpload } from '../../server/trpc/upload.ts';
import { AUTH, cookieOf } from '../auth/cookies.ts';
import { BUNDLES } from '../support/pooled-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

export const PORT = 4811;
export const ORIGIN = `http://localhost:${PORT}`;

export type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };
type Change = {
  readonly method?: string;
  readonly body?: BodyInit | null;
  readonly headers?: Readonly<Record<string, string | null>>;
};

/** `engine` holds methods that stand in for the store's own. */
type DoorOptions = { readonly importRoots?: readonly string[]; readonly engine?: Partial<Engine> };

export class Door {
  readonly store: TestStore;
  readonly runtime: Runtime;

  constructor({ importRoots = [], engine = {} }: DoorOptions = {}) {
    this.store = openTestStore({ now: Date.now });
    const { dataDir } = this.store;
    process.env['SCROLLBACK_DATA'] = dataDir; // the write child's
    process.env['SCROLLBACK_BUNDLES'] = BUNDLES;
    const jobs = new JobRunner(path.join(BUNDLES, 'children/write-child.js'));
    this.runtime = {
      engine: { ...this.store.engine, ...engine },
      jobs,
      live: new LiveLane(jobs),
      push: new PushInbox(path.join(dataDir, 'spool'), jobs),
      auth: AUTH,
      settings: {
        dataDir,
        bundlesDir: BUNDLES,
        importRoots,
        owner: null,
        publicOrigin: 'https://scrollback.example.org',
        host: '127.0.0.1',
        port: PORT,
        logLevel: 'error',
      },
    };
  }

  async close(): Promise<void> {
    this.runtime.push.close();
    this.runtime.jobs.close();
    await flushTokenUses(this.runtime.engine);
    await this.store.close();
  }

  addPerson(name: string, role: Role = 'member'): Promise<Person> {
    return addTestPerson(this.store.engine, `${name}@example.org`, role);
  }

  async save(of: Person, transcript: TestTranscript): Promise<void> {
    await saveTestTranscript(writer(this.store.engine, of), transcript);
  }

  /** One call by POST, signed in as a person or as nobody; `change` makes the request another than the good one. */
  async call(person: Person | null, procedure: string, input: unknown, change: Change = {}): Promise<Answer> {
    return this.send(person, `/api/trpc/${procedure}`, { body: JSON.stringify(input), ...change });
  }

  async send(person: Person | null, address: string, change: Change = {}): Promise<Answer> {
    const { method = 'POST', body = null, headers = {} } = change;
    const all = new Headers({ host: `localhost:${PORT}`, origin: ORIGIN, 'content-type': 'application/json' });
    if (person !== null) all.set('cookie', await cookieOf(this.store.engine, person));
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) all.delete(name);
      else all.set(name, value);
    }
    // Like Next's, the request's own address says localhost, whatever was sent.
    const request = new Request(`${ORIGIN}${address}`, {
      method,
      headers: all,
      ...(body === null ? {} : { body, duplex: 'half' }),
    });
    const serve = address.startsWith('/api/upload')
      ? serveUpload
      : address.startsWith('/api/push')
        ? servePush
        : serveTrpc;
    const response = await serve(this.runtime, request);
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** What a good call gives. Throws when it is refused. */
  async ask<Reply>(person: Person | null, procedure: string, input: unknown): Promise<Reply> {
    const { status, text } = await this.call(person, procedure, input);
    if (status !== 200) throw new Error(`${procedure}: ${status} ${text}`);
    return (JSON.parse(text) as { result: { data: Reply } }).result.data;
  }

  /** The status of a refused call, and the one sentence that it gives. */
  async refusal(
    person: Person | null,
    procedure: string,
    input: unknown,
    change: Change = {},
  ): Promise<readonly [number, string]> {
    const { status, text } = await this.call(person, procedure, input, change);
    return [status, messageOf(text)];
  }
}

/** The sentence inside a refusal, or the whole text when it is none of tRPC's. */
export function messageOf(text: string): string {
  try {
    const parsed = JSON.parse(text) as { error?: { message?: string } | string };
    return typeof parsed.error === 'string' ? parsed.error : (parsed.error?.message ?? text);
  } catch {
    return text;
  }
}
