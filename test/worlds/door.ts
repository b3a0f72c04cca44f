import type { Actor } from '../../server/contract/actor.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import { AppError } from '../../server/errors.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listFacets } from '../../server/history/list-facets.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { showSession } from '../../server/history/show-session.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { listGrants } from '../../server/sharing/list-grants.ts';
import { readScope, writeScope } from '../../server/visibility/scope.ts';
import { NOW_MS } from '../support/test-store.ts';
import { type Ask, queryText, type SessionName } from './asks.ts';
import { keyOf, nativeIdOf, PEOPLE } from './cast.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** One call as a person makes it. `null`: this door has no such call. */
export type Call = { readonly verb: Exclude<Ask['type'], 'pasted'>; readonly input: Readonly<Record<string, unknown>> };
/** The reply, or the refusal, as it goes out. Rows and cursors are read from `value`, and all of `bytes` is compared. */
export type Answer = { readonly bytes: string; readonly value: unknown };
export type Door = { readonly name: string; call(stage: Stage, world: World, call: Call): Promise<Answer | null> };

const PAGES_MAX = 100;

/** Everything that the actor is answered, to the last page. `from` goes on behind a page that was given earlier. */
export async function answersTo(
  at: { stage: Stage; world: World; door: Door },
  ask: Ask,
  from: string | null = null,
): Promise<readonly Answer[]> {
  const call = callOf(at.world, at.stage, ask);
  const answers: Answer[] = [];
  let cursor = from;
  do {
    const input = cursor === null ? call.input : { ...call.input, cursor };
    const answer = await at.door.call(at.stage, at.world, { verb: call.verb, input });
    if (answer === null) return answers;
    answers.push(answer);
    cursor = nextCursor(answer);
  } while (cursor !== null && answers.length < PAGES_MAX);
  if (cursor !== null) throw new Error(`There is no end after ${PAGES_MAX} pages.`);
  return answers;
}

export function nextCursor({ value }: Answer): string | null {
  return (value as Partial<SearchReply | SessionListReply> | null)?.nextCursor ?? null;
}

function callOf(world: World, stage: Stage, ask: Ask): Call {
  switch (ask.type) {
    case 'search': {
      const { sort, group, limit, match } = ask;
      return { verb: 'search', input: { query: queryText(ask.query), sort, group, limit, match } };
    }
    case 'facets':
      return { verb: 'facets', input: { query: queryText(ask.query), match: ask.match } };
    case 'pasted': {
      const query = typeof ask.name === 'string' ? ask.name : nameOf(world, stage, ask.name);
      return { verb: 'search', input: { query } };
    }
    case 'list':
      return { verb: 'list', input: given({ limit: ask.limit, search: ask.search, agentId: ask.agentId }) };
    case 'history': {
      const { limit, branch, from } = ask;
      const session = nameOf(world, stage, ask.name);
      return {
        verb: 'history',
        input: given({ session, limit, branch, [from?.at ?? 'around']: from?.messageId ?? null }),
      };
    }
    case 'get':
    case 'verify':
    case 'grants':
      return { verb: ask.type, input: { session: nameOf(world, stage, ask.name) } };
  }
}

const given = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

function nameOf({ sessions }: World, { placed }: Stage, { session: index, by }: SessionName): string {
  const session = sessions[index];
  if (by === 'current' || by === 'main') return by;
  if (session === undefined) return 'agent:main:nobodys';
  if (by === 'id') return placed[index]?.publicId ?? '';
  return by === 'key' ? keyOf(session) : nativeIdOf(session);
}

/** The verbs themselves, in this process, by the clock of the tests. */
export const verbsDoor: Door = {
  name: 'verbs',
  call: async (stage, world, { verb, input }) => {
    const actor = await actorOf(stage, world);
    const value = await callVerb(stage.engine, actor, { verb, input }).catch(refusal);
    return { value, bytes: JSON.stringify(value) };
  },
};

/** A token is looked up in the store, as at every door. */
async function actorOf({ engine, token }: Stage, { actor }: World): Promise<Actor> {
  const found = token === null ? null : await engine.findToken(token.secretHash);
  if (found !== null) return { type: 'token', person: found.person, token: found.token };
  const person = await engine.findPerson(PEOPLE[actor]?.email ?? '');
  if (person === null || token !== null) throw new Error('An ask of the world has no actor.');
  return { type: 'person', person };
}

async function callVerb(engine: Stage['engine'], actor: Actor, { verb, input }: Call): Promise<unknown> {
  const reads = readScope(engine, actor);
  const session = String(input['session']);
  switch (verb) {
    case 'search':
      return searchMessages(reads, { query: '', ...input }, { nowMs: NOW_MS, signal: null });
    case 'facets':
      return listFacets(reads, input, { nowMs: NOW_MS, signal: null });
    case 'list':
      return listSessions(reads, input);
    case 'get':
      return showSession(reads, session);
    case 'history':
      return getHistory(reads, { ...input, session });
    case 'verify':
      return verifySession(reads, session);
    case 'grants':
      return listGrants(writeScope(engine, actor), session);
  }
}

/** A refusal is an answer too. */
function refusal(cause: unknown): unknown {
  if (cause instanceof AppError) return { refused: cause.kind, message: cause.message };
  throw cause;
}
