import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../server/errors.ts';
import { appRouter } from '../server/trpc/root.ts';
import { readScope } from '../server/visibility/scope.ts';
import { bundlePrograms } from './support/pooled-store.ts';
import { testToken } from './support/tokens.ts';
import { messageOf } from './trpc/door.ts';
import {
  ACTORS,
  type ActorName,
  type House,
  isSignedIn,
  isToken,
  mayWrite,
  openHouse,
  SESSIONS,
} from './visibility/leak-house.ts';
import {
  isAboutOne,
  LISTING,
  OF_TOKENS,
  OF_WRITING_TOKENS,
  ROWS,
  type Row,
  type RowOfOne,
  VERBS,
} from './visibility/leak-rows.ts';

const ABSENT = 'agent:main:nobodys';
const NOT_FOR_TOKENS = 'A token of an agent cannot do this. Sign in as a person.';
const CANNOT_WRITE = 'This token cannot send transcripts.';
const TIMEOUT_MS = 60_000;
/** About folders of the server's own disk: refused by role, whatever they name. */
const OF_THE_SERVER = ['sources.import', 'sources.findFolders'];

let house: House;
beforeAll(async () => {
  await bundlePrograms();
  house = await openHouse();
}, TIMEOUT_MS);
afterAll(() => house.close());

type Reply = { readonly status: number; readonly text: string };

async function call(actor: ActorName, procedure: string, input: unknown): Promise<Reply> {
  const row = ROWS[procedure];
  const given = house.headers(actor);
  if (row?.type === 'thing' && row.isStream === true) {
    const address = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const headers = { accept: 'text/event-stream', 'content-type': null, origin: null, ...given };
    return house.door.send(null, address, { method: 'GET', headers });
  }
  const body = input === undefined ? '{}' : JSON.stringify(input);
  return house.door.send(null, `/api/trpc/${procedure}`, {
    body: input === undefined ? null : body,
    headers: given,
  });
}

/** Nothing that is hidden from the actor is named: no title, project, key, id or text of a session, no e-mail of a stranger. */
function expectNothingHidden(actor: ActorName, { text }: Reply, namesOwnFiles = false): void {
  const visible = SESSIONS.filter((session) => session.seenBy.includes(actor));
  const isOwn = (of: string): boolean => namesOwnFiles && of === 'ann' && actor === 'member who owns';
  const hidden = SESSIONS.filter((session) => !session.seenBy.includes(actor) && !isOwn(session.of));
  const canaries = hidden.flatMap(({ key }) => [key, house.ids.get(key) ?? key]);
  const owners = visible.map((session) => (session.of === 'ann' ? 'member who owns' : session.of));
  const known = new Set([actor, ...owners].map((name) => house.emails.get(name)));
  if (actor !== 'owner') canaries.push(...[...house.emails.values()].filter((email) => !known.has(email)));
  // Whoever may give grants on a session is told who has one.
  const told = new Set(actor === 'member who owns' ? ACTORS.map((name) => house.emails.get(name)) : []);
  expect(canaries.filter((canary) => text.includes(canary) && !told.has(canary))).toEqual([]);
}

function expectRefused(replies: readonly Reply[], status: number): void {
  const [first] = replies;
  for (const reply of replies) {
    expect(reply.status).toBe(status);
    expect(reply.text).toBe(first?.text);
  }
}

/** An event stream says in its first event that it is none. */
function expectStreamRefused(replies: readonly Reply[], sentence: string): void {
  const [first] = replies;
  for (const { text } of replies) {
    expect(text).toContain(sentence);
    expect(text).toBe(first?.text);
  }
}

async function tryOne(actor: ActorName, procedure: string, row: RowOfOne): Promise<void> {
  const absent = await call(actor, procedure, row.input(ABSENT));
  expect(absent.status).toBe(404);
  for (const session of SESSIONS) {
    const isAllowed = (row.type === 'reads' ? session.seenBy : session.changedBy).includes(actor);
    for (const name of [`agent:main:${session.key}`, session.key, house.ids.get(session.key) ?? '']) {
      if (isAllowed && row.isTried === false) continue;
      // A leaf is named by its message, whatever the session is called.
      const input = { ...(row.input(`agent:main:${session.key}`) as object), session: name };
      const reply = await call(actor, procedure, input);
      expectNothingHidden(actor, reply);
      if (isAllowed) expect(reply.status).toBe(200);
      else expectRefused([absent, reply], 404);
    }
  }
}

function inputsOf(row: Row): readonly unknown[] {
  if (isAboutOne(row)) return SESSIONS.map(({ key }) => row.input(`agent:main:${key}`));
  return row.type === 'owners' || row.type === 'thing' ? row.input(house) : [row.input];
}

/** All that is not named as a reading of sessions is refused to tokens, whatever it is asked about. */
async function expectNotForTokens(
  actor: ActorName,
  procedure: string,
  { row, sentence }: { readonly row: Row; readonly sentence: string },
): Promise<void> {
  const replies: Reply[] = [];
  for (const input of inputsOf(row)) replies.push(await call(actor, procedure, input));
  for (const reply of replies) expectNothingHidden(actor, reply);
  if (row.type === 'thing' && row.isStream === true) expectStreamRefused(replies, sentence);
  else expectRefused(replies, 403);
  for (const { text } of replies) expect(text).toContain(sentence);
}

async function tryRow(actor: ActorName, procedure: string, row: Row): Promise<void> {
  if (isToken(actor) && OF_WRITING_TOKENS.includes(procedure)) {
    if (!mayWrite(actor)) return expectNotForTokens(actor, procedure, { row, sentence: CANNOT_WRITE });
  } else if (isToken(actor) && row.type !== 'open' && !OF_TOKENS.includes(procedure))
    return expectNotForTokens(actor, procedure, { row, sentence: NOT_FOR_TOKENS });
  if (isAboutOne(row)) return tryOne(actor, procedure, row);
  if (row.type === 'owners' || row.type === 'thing') {
    const isAllowed = row.type === 'owners' ? actor === 'owner' : row.allowed.includes(actor);
    const [there, absent] = row.input(house);
    if (isAllowed) return;
    const replies = [await call(actor, procedure, there), await call(actor, procedure, absent)];
    for (const reply of replies) expectNothingHidden(actor, reply);
    if (row.type === 'thing' && row.isStream === true) expectStreamRefused(replies, 'Not found');
    else expectRefused(replies, row.type === 'owners' || OF_THE_SERVER.includes(procedure) ? 403 : 404);
    return;
  }
  if (row.spares?.includes(actor) === true) return;
  const reply = await call(actor, procedure, row.input);
  expectNothingHidden(actor, reply, row.namesOwnFiles);
  expect(reply.status === 200).toBe(row.refuses !== true);
  if (row.type !== 'lists') return;
  const nameOf = row.names ?? ((key: string): string => `title of ${key}`);
  for (const { key, seenBy } of SESSIONS) expect(reply.text.includes(nameOf(key))).toBe(seenBy.includes(actor));
}

describe('every procedure', () => {
  const procedures = Object.keys(appRouter._def.procedures);

  it('has its row here', () => {
    expect(procedures.toSorted()).toEqual(Object.keys(ROWS).toSorted());
  });

  for (const actor of ACTORS.filter(isSignedIn)) {
    it.each(Object.entries(ROWS))(
      `tells a caller nothing that is hidden from them: ${actor}, %s`,
      (procedure, row) => tryRow(actor, procedure, row),
      TIMEOUT_MS,
    );
  }

  for (const actor of ACTORS.filter((each) => !isSignedIn(each))) {
    it.each(Object.entries(ROWS))(
      `tells nobody anything before they sign in: ${actor}, %s`,
      async (procedure, row) => {
        const replies: Reply[] = [];
        for (const input of inputsOf(row)) replies.push(await call(actor, procedure, input));
        for (const reply of replies) expectNothingHidden(actor, reply);
        if (row.type === 'open') expect(replies[0]?.status === 200).toBe(row.refuses !== true);
        else if (row.type === 'thing' && row.isStream === true) expectStreamRefused(replies, 'Sign in first.');
        else expectRefused(replies, 401);
      },
      TIMEOUT_MS,
    );
  }

  it('refuses everybody alike who is not signed in', async () => {
    const replies = await Promise.all(
      ACTORS.filter((actor) => !isSignedIn(actor)).map((actor) => call(actor, 'users.me', undefined)),
    );
    expectRefused(replies, 401);
    expect(messageOf(replies[0]?.text ?? '')).toBe('Sign in first.');
  });
});

describe('every verb that reads', () => {
  it('has its row here', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const named = files.flatMap((file) =>
      [...readFileSync(path.join('server', file), 'utf8').matchAll(/function (\w+)\(\s*scope: ReadScope\b/g)]
        .map((match) => match[1] ?? '')
        .filter((name) =>
          new RegExp(`export (?:async )?function ${name}\\b`).test(readFileSync(path.join('server', file), 'utf8')),
        ),
    );
    expect(named.toSorted()).toEqual(Object.keys(VERBS).toSorted());
  });

  for (const actor of ACTORS.filter(isSignedIn)) {
    it.each(Object.entries(VERBS))(`answers hidden and absent alike: ${actor}, %s`, async (verb, ask) => {
      const scope = readScope(house.door.store.engine, await house.actor(actor));
      const tell = (session: string): Promise<string> =>
        ask(scope, session).then(
          (reply) => JSON.stringify(reply).replaceAll(session, '…'),
          (cause: unknown) => (cause instanceof AppError ? `${cause.kind}: ${cause.message}` : String(cause)),
        );
      const absent = await tell(ABSENT);
      for (const { key, seenBy } of SESSIONS) {
        const said = await tell(`agent:main:${key}`);
        if (seenBy.includes(actor)) expect(said).not.toBe(absent);
        else if (!LISTING.includes(verb)) expect(said).toBe(absent);
        else expect(said).toMatch(/"(?:results|sessions)":\[\]/);
      }
    });
  }

  it('has no scope for whoever is disabled', async () => {
    const { engine } = house.door.store;
    const person = await engine.findPerson(house.emails.get('disabled person') ?? '');
    if (person === null) throw new Error('There is no disabled person.');
    expect(() => readScope(engine, { type: 'person', person })).toThrow(AppError);
    expect(() => readScope(engine, { type: 'token', person, token: testToken() })).toThrow(AppError);
  });
});

describe('what was seen a moment ago', () => {
  it('is absent from the next request on, once its grant is revoked', async () => {
    const ask = (session: string): Promise<Reply> =>
      call('member with a session grant', 'sessions.history', { session });
    expect((await ask('agent:main:harbour')).status).toBe(200);
    expect((await call('member who owns', 'grants.revoke', { grantId: house.grantId })).status).toBe(200);
    expectRefused([await ask(ABSENT), await ask('agent:main:harbour'), await ask(house.ids.get('harbour') ?? '')], 404);
  });

  it(
    'is absent for its owner too, once it is deleted',
    async () => {
      expect((await call('operator', 'sessions.delete', { session: 'bridge' })).status).toBe(200);
      for (const actor of ['operator', 'owner', 'member with nothing'] as const) {
        const ask = (session: string): Promise<Reply> => call(actor, 'sessions.get', { session });
        expectRefused([await ask(ABSENT), await ask('bridge'), await ask(house.ids.get('bridge') ?? '')], 404);
        const { text } = await call(actor, 'sessions.search', { query: 'beacon' });
        expect(text).not.toContain('bridge');
      }
    },
    TIMEOUT_MS,
  );
});
