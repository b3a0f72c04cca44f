import { encode } from 'next-auth/jwt';
import {
  AUTH_VERSION_CLAIM,
  PERSON_CLAIM,
  SESSION_MAX_AGE_S,
  sessionCookieName,
} from '../../server/auth/session-token.ts';
import type { Settings } from '../../server/env.ts';
import { JobRunner } from '../../server/operate/job-runner.ts';
import { LiveLane } from '../../server/operate/live-lane.ts';
import { PushInbox } from '../../server/operate/push-inbox.ts';
import type { Runtime } from '../../server/runtime.ts';
import { serveExport, serveListExport } from '../../server/trpc/export.ts';
import { serveTrpc } from '../../server/trpc/http.ts';
import { BUNDLES } from '../support/pooled-store.ts';
import type { Ask } from './asks.ts';
import { PEOPLE } from './cast.ts';
import type { Answer, Call, Door } from './door.ts';
import { type ExportVerb, readExport } from './exported.ts';
import type { Stage } from './stage.ts';

const PORT = 3000;
const SECRET = 'signs the sessions of the worlds';
const ORIGIN = `http://127.0.0.1:${PORT}`;
const KINDS: Readonly<Record<string, string>> = {
  NOT_FOUND: 'not-found',
  CONFLICT: 'conflict',
  BAD_REQUEST: 'bad-input',
  FORBIDDEN: 'forbidden',
};
const STATUSES: Readonly<Record<number, string>> = {
  404: 'not-found',
  409: 'conflict',
  400: 'bad-input',
  403: 'forbidden',
};

/** Real requests with a real session cookie, or a real token, to the handlers of the running server. */
export function httpDoor(): Door {
  const cookies = new Map<string, string>();
  return {
    name: 'HTTP',
    actors: 'all',
    fit,
    call: async (stage, world, { verb, input }) => {
      const authority: Readonly<Record<string, string>> =
        stage.token === null
          ? { cookie: await cookieOf(stage, world.actor, cookies) }
          : { authorization: `Bearer ${stage.token.token}` };
      const headers = { host: `127.0.0.1:${PORT}`, origin: ORIGIN, ...authority };
      if (verb === 'export' || verb === 'export-list' || verb === 'export-hits')
        return takeFile(runtimeOf(stage), { verb, input, headers });
      const request = new Request(`${ORIGIN}/api/trpc/${verb === 'grants' ? 'grants.list' : `sessions.${verb}`}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      return toAnswer(await serveTrpc(runtimeOf(stage), request));
    },
  };
}

/** An address holds texts alone, and nothing verifies but the command line, beside the files. */
function fit(ask: Ask): Ask {
  if (ask.type === 'verify') return { type: 'get', name: ask.name };
  if (ask.type === 'export-list') return { ...ask, filter: { ...ask.filter, activeSinceMs: null } };
  return ask.type === 'export-hits' ? { ...ask, within: null, lastWordIsPrefix: false } : ask;
}

type FileAsk = { readonly verb: ExportVerb; readonly input: Call['input']; readonly headers: Record<string, string> };

async function takeFile(runtime: Runtime, { verb, input, headers }: FileAsk): Promise<Answer> {
  const { session, includeTools, lastWordIsPrefix: _, ...rest } = input;
  const said = verb === 'export' ? { ...rest, tools: includeTools === true ? 1 : 0 } : { ...rest, as: 'csv' };
  const pairs = Object.entries(said).map(([name, value]): [string, string] => [name, inAddress(value)]);
  const request = new Request(`${ORIGIN}/api/export?${new URLSearchParams(pairs)}`, { headers });
  const response = await (verb === 'export'
    ? serveExport(runtime, request, String(session))
    : serveListExport(runtime, request));
  const text = await response.text();
  const refused = STATUSES[response.status];
  return {
    bytes: `${headOf(response)}\n${text}`,
    value: refused === undefined ? readExport(verb, input, text) : { refused },
  };
}

function inAddress(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

function headOf(response: Response): string {
  return `${response.status}\n${[...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}`;
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = JSON.parse(text) as { result?: { data: unknown }; error?: { data: { code: string } } };
  const code = body.error?.data.code ?? '';
  return {
    bytes: `${headOf(response)}\n${text}`,
    value: body.error === undefined ? body.result?.data : { refused: KINDS[code] ?? code },
  };
}

/** Signed in as the person stands now: another role ends the session, so that there is a new one. */
async function cookieOf({ engine }: Stage, actor: number, made: Map<string, string>): Promise<string> {
  const record = await engine.findSignIn(PEOPLE[actor]?.email ?? '');
  if (record === null) throw new Error('An ask of the world has no actor.');
  const token = { [PERSON_CLAIM]: record.person.id, [AUTH_VERSION_CLAIM]: record.authVersion };
  const key = JSON.stringify(token);
  const cookie = made.get(key) ?? (await encode({ token, secret: SECRET, maxAge: SESSION_MAX_AGE_S }));
  made.set(key, cookie);
  return `${sessionCookieName(false)}=${cookie}`;
}

function runtimeOf({ engine, dataDir }: Stage): Runtime {
  const settings: Settings = {
    dataDir,
    bundlesDir: BUNDLES,
    importRoots: [],
    publicOrigin: null,
    owner: null,
    host: '127.0.0.1',
    port: PORT,
    logLevel: 'error',
  };
  // No read verb starts a job, so its child never starts.
  const jobs = new JobRunner('/nowhere');
  const auth = { secret: SECRET, isSecure: false };
  return { engine, settings, jobs, live: new LiveLane(jobs), push: new PushInbox('/nowhere', jobs), auth };
}
