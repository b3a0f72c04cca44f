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
import { serveTrpc } from '../../server/trpc/http.ts';
import { BUNDLES } from '../support/pooled-store.ts';
import { PEOPLE } from './cast.ts';
import type { Answer, Call, Door } from './door.ts';
import type { Stage } from './stage.ts';

const PORT = 3000;
const SECRET = 'signs the sessions of the worlds';
/** Each verb's procedure; there is none for `verify`, which needs the server's own files. */
const PROCEDURES: Readonly<Record<Call['verb'], string | null>> = {
  search: 'sessions.search',
  facets: 'sessions.facets',
  list: 'sessions.list',
  get: 'sessions.get',
  history: 'sessions.history',
  grants: 'grants.list',
  verify: null,
};
const KINDS: Readonly<Record<string, string>> = {
  NOT_FOUND: 'not-found',
  CONFLICT: 'conflict',
  BAD_REQUEST: 'bad-input',
  FORBIDDEN: 'forbidden',
};

/** Real requests with a real session cookie, or a real token, to the handler of the running server. */
export function httpDoor(): Door {
  const cookies = new Map<string, string>();
  return {
    name: 'http',
    call: async (stage, world, { verb, input }) => {
      const procedure = PROCEDURES[verb];
      if (procedure === null) return null;
      const request = new Request(`http://127.0.0.1:${PORT}/api/trpc/${procedure}`, {
        method: 'POST',
        headers: {
          host: `127.0.0.1:${PORT}`,
          origin: `http://127.0.0.1:${PORT}`,
          ...(stage.token === null
            ? { cookie: await cookieOf(stage, world.actor, cookies) }
            : { authorization: `Bearer ${stage.token.token}` }),
          'content-type': 'application/json',
        },
        body: JSON.stringify(input),
      });
      return toAnswer(await serveTrpc(runtimeOf(stage), request));
    },
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = JSON.parse(text) as { result?: { data: unknown }; error?: { data: { code: string } } };
  const code = body.error?.data.code ?? '';
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    bytes: `${response.status}\n${headers}\n${text}`,
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
