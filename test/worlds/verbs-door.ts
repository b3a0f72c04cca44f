import type { Actor } from '../../server/contract/actor.ts';
import { exportHits } from '../../server/history/export-hits.ts';
import { exportSession } from '../../server/history/export-session.ts';
import { exportSessionList } from '../../server/history/export-session-list.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { getMessage } from '../../server/history/get-message.ts';
import { getOutline } from '../../server/history/get-outline.ts';
import { listBranches } from '../../server/history/list-branches.ts';
import { listFacets } from '../../server/history/list-facets.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { showSession } from '../../server/history/show-session.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { listGrants } from '../../server/sharing/list-grants.ts';
import { personActor, type ReadScope, readScope, writeScope } from '../../server/visibility/scope.ts';
import { NOW_MS } from '../support/test-store.ts';
import { PEOPLE } from './cast.ts';
import { type Answer, type Call, type Door, refusalOf } from './door.ts';
import { type Exported, type ExportVerb, readExport, textOf } from './exported.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** The verbs themselves, in this process, by the clock of the tests. */
export const verbsDoor: Door = {
  name: 'verbs',
  actors: 'all',
  fit: (ask) => ask,
  call: async (stage, world, call) => answer(stage, await actorOf(stage, world), call).catch(refused),
};

function refused(cause: unknown): Answer {
  const value = refusalOf(cause);
  return { value, bytes: JSON.stringify(value) };
}

/** A token is looked up in the store, as at every door. */
async function actorOf({ engine, token }: Stage, { actor }: World): Promise<Actor> {
  const found = token === null ? null : await engine.findToken(token.secretHash);
  if (found !== null) return { type: 'token', person: found.person, token: found.token };
  const person = await engine.findPerson(PEOPLE[actor]?.email ?? '');
  if (person === null || token !== null) throw new Error('An ask of the world has no actor.');
  return { type: 'person', person };
}

const AT = { nowMs: NOW_MS, signal: null };

async function answer(stage: Stage, actor: Actor, call: Call): Promise<Answer> {
  const { verb } = call;
  const ask = (scope: ReadScope): Promise<unknown> => callVerb(scope, call, stage.engine);
  const ofPeople = verb === 'export' || verb === 'export-list' || verb === 'export-hits';
  const scope = readScope(stage.engine, ofPeople ? personActor(actor) : actor);
  const reply = await (stage.answerWrongly?.(scope, call, ask) ?? ask(scope));
  if (!ofPeople) return { value: reply, bytes: JSON.stringify(reply) };
  const file = reply as Exported;
  return { value: readExport(verb, call.input, file.text), bytes: JSON.stringify(file) };
}

async function callVerb(reads: ReadScope, { verb, input }: Call, engine: Stage['engine']): Promise<unknown> {
  const asked = { query: '', messageId: '', ...input, session: String(input['session']) };
  const { session, query: _, messageId: __, ...narrowed } = asked;
  switch (verb) {
    case 'search':
      return searchMessages(reads, { query: '', ...input }, AT);
    case 'facets':
      return listFacets(reads, input, AT);
    case 'list':
      return listSessions(reads, input);
    case 'get':
      return showSession(reads, session);
    case 'message':
      return getMessage(reads, { messageId: asked.messageId, session });
    case 'branches':
      return listBranches(reads, { ...narrowed, session });
    case 'outline':
      return getOutline(reads, { ...narrowed, session });
    case 'history':
      return getHistory(reads, { ...input, session });
    case 'verify':
      return verifySession(reads, session);
    case 'grants':
      return listGrants(writeScope(engine, reads.actor), session);
    case 'export':
    case 'export-list':
    case 'export-hits':
      return callExport(reads, { verb, input });
  }
}

async function callExport(
  reads: ReadScope,
  { verb, input }: { verb: ExportVerb } & Pick<Call, 'input'>,
): Promise<Exported> {
  const exports = {
    export: () => exportSession(reads, { as: 'jsonl', session: '', ...input }),
    'export-list': () => exportSessionList(reads, input),
    'export-hits': () => exportHits(reads, { query: '', ...input }, AT),
  };
  const { chunks, ...head } = await exports[verb]();
  return { ...head, text: await textOf(chunks) };
}
