import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notFound } from '../../server/errors.ts';
import { log } from '../../server/log.ts';
import { CallBudget } from '../../server/mcp/call-budget.ts';
import { serveMcp } from '../../server/mcp/http.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { ORIGIN, PORT } from '../trpc/door.ts';
import {
  ACTORS,
  type ActorName,
  type House,
  isSignedIn,
  isToken,
  openHouse,
  SESSIONS,
} from '../visibility/leak-house.ts';

let house: House;
/** Each call a second later, so that nobody waits for the budget. */
let clock = Date.now();
beforeAll(async () => {
  vi.spyOn(log, 'info').mockImplementation(() => undefined);
  await bundlePrograms();
  house = await openHouse();
});
afterAll(() => house.close());

async function call(actor: ActorName, name: string, args: object): Promise<{ status: number; text: string }> {
  clock += 1000;
  const door = { runtime: house.door.runtime, budget: new CallBudget(), now: () => clock };
  const headers = { host: `localhost:${PORT}`, origin: ORIGIN, 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const init = { method: 'POST', body, headers: { ...headers, ...house.headers(actor) } };
  const response = await serveMcp(door, new Request(`${ORIGIN}/api/mcp`, init));
  return { status: response.status, text: await response.text() };
}

const replyOf = (text: string): Record<string, unknown> =>
  JSON.parse((JSON.parse(text) as { result: { content: [{ text: string }] } }).result.content[0].text) as never;
const idOf = (key: string): string => house.ids.get(key) ?? key;

/** Neither a key nor an id, a title, a project or a text of a hidden session is anywhere in what an actor is told. */
function expectNothingHidden(actor: ActorName, text: string): void {
  const hidden = SESSIONS.filter(({ seenBy }) => !seenBy.includes(actor));
  const canaries = hidden.flatMap(({ key }) => [key, idOf(key)]);
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
}

describe('C8: behind the MCP door', () => {
  it.each(ACTORS.filter((actor) => !isToken(actor) || !isSignedIn(actor)))('nobody is let in as %s', async (actor) => {
    for (const tool of ['sessions_search', 'sessions_history', 'sessions_list']) {
      const { status, text } = await call(actor, tool, { query: 'beacon', sessionKey: 'agent:main:harbour' });
      expect(status).toBe(401);
      expectNothingHidden(actor, text);
    }
  });

  for (const actor of ACTORS.filter((each) => isToken(each) && isSignedIn(each))) {
    const seen = SESSIONS.filter(({ seenBy }) => seenBy.includes(actor)).map(({ key }) => key);

    it(`finds and lists exactly what is its own to see: ${actor}`, async () => {
      const found = await call(actor, 'sessions_search', { query: 'beacon', limit: 25 });
      expectNothingHidden(actor, found.text);
      const { results } = replyOf(found.text) as { results: { messageId: string }[] };
      expect(results.map(({ messageId }) => messageId).toSorted()).toEqual(seen.map((key) => `${key}-1`).toSorted());
      const listed = await call(actor, 'sessions_list', { archived: 'all', messageLimit: 20 });
      expectNothingHidden(actor, listed.text);
      const { sessions } = replyOf(listed.text) as { sessions: { title: string }[] };
      expect(sessions.map(({ title }) => title).toSorted()).toEqual(seen.map((key) => `title of ${key}`).toSorted());
      for (const filter of ['person:stranger', 'agent:main', 'title:of', 'project:srv', 'kind:other'])
        expectNothingHidden(actor, (await call(actor, 'sessions_search', { query: `beacon ${filter}` })).text);
    });

    it(`opens what is its own to see and finds nothing else, in the same words: ${actor}`, async () => {
      for (const { key } of SESSIONS) {
        for (const sessionKey of [`agent:main:${key}`, key, idOf(key)]) {
          const asks = [
            ['sessions_history', { sessionKey }],
            ['sessions_history', { sessionKey, sessionId: idOf(key), messageId: `${key}-1`, includeTools: true }],
            ['sessions_search', { query: 'beacon', sessionKey }],
          ] as const;
          for (const [tool, args] of asks) {
            const { text } = await call(actor, tool, args);
            expectNothingHidden(actor, text);
            if (seen.includes(key)) expect(text).toContain(`beacon text of ${key}`);
            else expect(replyOf(text)).toEqual({ status: 'not_found', error: notFound().message });
          }
        }
      }
      for (const { key } of SESSIONS.filter((session) => !seen.includes(session.key)))
        for (const own of seen) {
          const { text } = await call(actor, 'sessions_history', { sessionKey: own, messageId: `${key}-1` });
          expect(replyOf(text)).toMatchObject({ messages: [], reason: 'This session holds no such message.' });
        }
    });
  }
});
