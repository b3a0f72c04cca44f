import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { bearerActor, type TokenActor } from '../auth/actor.ts';
import { refuseForeign } from '../auth/origin.ts';
import { AppError } from '../errors.ts';
import { log } from '../log.ts';
import type { Runtime } from '../runtime.ts';
import { readScope } from '../visibility/scope.ts';
import { CallBudget } from './call-budget.ts';
import { type Caller, makeServer, noteRefused } from './make-server.ts';
import { readCalls } from './read-calls.ts';
import { CODES, refusal } from './refusal.ts';
import { CALL_DEADLINE_MS } from './tool.ts';

export type McpDoor = {
  readonly runtime: Pick<Runtime, 'engine'> & {
    readonly settings: Pick<Runtime['settings'], 'publicOrigin' | 'port'>;
  };
  readonly budget: CallBudget;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** After this an answer is given whatever the protocol still waits for, such as a call that its own batch cancelled. */
export const ANSWER_DEADLINE_MS = CALL_DEADLINE_MS + 5000;

const doors = new WeakMap<Runtime['engine'], McpDoor>();

/** The door of a running server: what its tokens have called is counted as long as its engine lives. */
export function mcpDoor(runtime: Runtime): McpDoor {
  const known = doors.get(runtime.engine);
  if (known !== undefined) return known;
  const door = { runtime, budget: new CallBudget(), now: Date.now };
  doors.set(runtime.engine, door);
  return door;
}

/**
 * The agents' tools over streamable HTTP, stateless: JSON by POST under a bearer token, each request for itself. What is
 * refused is refused before any tool is asked.
 */
export async function serveMcp(door: McpDoor, request: Request): Promise<Response> {
  const { engine, settings } = door.runtime;
  const foreign = refuseForeign(request, settings);
  if (foreign !== null) return refusal(foreign.status, { code: CODES.server, message: await foreign.text() });
  const { headers } = request;
  const actor = await bearerActor(engine, headers);
  if (actor === null) return unknownCaller(headers);
  if (request.method !== 'POST') return refusal(405, NOT_BY_POST, { Allow: 'POST' });
  const calls = await readCalls(request);
  // What cannot be read costs as much as a call.
  const waitSeconds = door.budget.take(actor.token.id, 'refused' in calls ? 1 : calls.count, door.now());
  if ('refused' in calls) return calls.refused;
  if (waitSeconds > 0) return tooManyCalls(waitSeconds, actor.token.id);
  const response = await answerInTime(request, calls.body, callerOf(door, actor, request));
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

const NOT_BY_POST = { code: CODES.server, message: 'Calls go by POST: this server keeps no sessions and no streams.' };

function unknownCaller(headers: Headers): Response {
  const message = headers.has('authorization')
    ? TOKEN_ENDED
    : 'A token is missing: send it as Authorization: Bearer sbk_…';
  const challenge = headers.has('authorization') ? ', error="invalid_token"' : '';
  return refusal(401, { code: CODES.server, message }, { 'WWW-Authenticate': `Bearer realm="scrollback"${challenge}` });
}

function tooManyCalls(waitSeconds: number, tokenId: number): Response {
  log.warn('too many calls', { tokenId, waitSeconds });
  const message = `Too many calls with this token. Wait ${waitSeconds} s and go on more slowly.`;
  return refusal(429, { code: CODES.server, message }, { 'Retry-After': String(waitSeconds) });
}

function callerOf({ runtime: { engine }, now }: McpDoor, { token }: TokenActor, request: Request): Caller {
  const { headers, signal } = request;
  return { tokenId: token.id, scope: async () => readScope(engine, await stillActor(engine, headers)), signal, now };
}

/** A body may take minutes to arrive, and a token may end meanwhile. */
async function stillActor(engine: Runtime['engine'], headers: Headers): Promise<TokenActor> {
  const actor = await bearerActor(engine, headers);
  if (actor === null) throw new AppError('forbidden', TOKEN_ENDED);
  return actor;
}

const TOKEN_ENDED = 'This token does not count: it is unknown, over or revoked. Ask its person for a new one.';

async function answerInTime(request: Request, body: unknown, caller: Caller): Promise<Response> {
  const deadline = AbortSignal.timeout(ANSWER_DEADLINE_MS);
  const late = new Promise<Response>((resolve) => {
    const message = 'This took too long and was given up. Ask for less.';
    const refused = (): Response => refusal(503, { code: CODES.server, message }, { 'Retry-After': '1' });
    deadline.addEventListener('abort', () => resolve(refused()), { once: true });
  });
  const { url, method, headers } = request;
  const signal = AbortSignal.any([request.signal, deadline]);
  const asked = new Request(url, { method, headers: acceptingJson(headers), signal });
  return Promise.race([dispatch(asked, body, { ...caller, signal }), late]);
}

/** Answers are JSON; the older protocol wants to hear that a stream would do as well. */
function acceptingJson(headers: Headers): Headers {
  const all = new Headers(headers);
  all.set('accept', 'application/json, text/event-stream');
  return all;
}

async function dispatch(request: Request, body: unknown, caller: Caller): Promise<Response> {
  if (await isLegacyRequest(request, body)) return dispatchOlder(request, body, caller);
  const { fetch } = createMcpHandler(() => makeServer(caller), {
    legacy: 'reject',
    maxSubscriptions: 0,
    onerror: noteRefused(caller.tokenId),
  });
  return fetch(request, { parsedBody: body });
}

/** Clients of the protocol before 2026, which begin with `initialize`. */
async function dispatchOlder(request: Request, body: unknown, caller: Caller): Promise<Response> {
  const server = await makeServer(caller);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // A batch that cancels a call of its own waits for it for ever.
  caller.signal.addEventListener('abort', () => void server.close(), { once: true });
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
