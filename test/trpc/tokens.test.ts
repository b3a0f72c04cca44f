import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Person } from '../../server/contract/actor.ts';
import { EMPTY_SHA256 } from '../../server/contract/push.ts';
import type { NewSecret, ShownToken, TokenInput } from '../../server/contract/token.ts';
import { serveExport, serveListExport } from '../../server/trpc/export.ts';
import { createCaller, ingestProcedure, router } from '../../server/trpc/init.ts';
import { testToken } from '../support/tokens.ts';
import { Door, messageOf, ORIGIN, PORT } from './door.ts';

/** A body is asked for when it is read. */
const NOT_AHEAD = { highWaterMark: 0 };

describe('a token at the door', () => {
  let door: Door;
  let ann: Person;

  beforeAll(async () => {
    door = new Door();
    ann = await door.addPerson('ann');
    await door.save(ann, { nativeId: 'root', entries: [{ id: 'r', text: 'lantern' }] });
    await door.save(ann, { nativeId: 'child', parentKey: 'agent:main:root', entries: [{ id: 'c', text: 'lantern' }] });
  });
  afterAll(() => door.close());

  const create = (input: Partial<TokenInput> = {}): Promise<NewSecret> =>
    door.ask<NewSecret>(ann, 'tokens.create', { name: 'robot', agentId: 'main', session: 'child', ...input });
  /** As a program calls: no cookie, no origin. */
  const callAs = (token: string, procedure: string, input: unknown) =>
    door.call(null, procedure, input, { headers: { authorization: `Bearer ${token}`, origin: null } });
  const keysIn = (text: string): readonly string[] =>
    [...text.matchAll(/"sessionKey":"([^"]+)"/g)].map((match) => match[1] ?? '');

  it('reads what it is for, in a batch too, and is 401 with the next call once it is revoked', async () => {
    const { id, token } = await create();
    const found = await callAs(token, 'sessions.search', { query: 'lantern' });
    expect([found.status, keysIn(found.text)]).toEqual([200, ['agent:main:child']]);
    const pair = { 0: {}, 1: { session: 'current' } };
    const batch = await callAs(token, 'sessions.list,sessions.get?batch=1', pair);
    expect([batch.status, keysIn(batch.text)]).toEqual([200, ['agent:main:child', 'agent:main:child']]);
    await door.ask(ann, 'tokens.revoke', { tokenId: id });
    const refused = await callAs(token, 'sessions.search', { query: 'lantern' });
    const unknown = await callAs(`${token.slice(0, -3)}abc`, 'sessions.search', { query: 'lantern' });
    expect([refused.status, messageOf(refused.text)]).toEqual([401, 'Sign in first.']);
    expect([unknown.status, unknown.text]).toEqual([refused.status, refused.text]);
  });

  it('is what counts where a cookie comes with it', async () => {
    const { token } = await create({ visibility: 'self' });
    const headers = { authorization: `Bearer ${token}` };
    const found = await door.call(ann, 'sessions.list', {}, { headers });
    expect(keysIn(found.text)).toEqual(['agent:main:child']);
    const dead = await door.call(ann, 'sessions.list', {}, { headers: { authorization: 'Bearer sbk_x' } });
    expect(dead.status).toBe(401);
  });

  it('C8: is refused where people take files out or send them in', async () => {
    const { token } = await create({ canWrite: true, session: 'root' });
    const headers = { host: `localhost:${PORT}`, authorization: `Bearer ${token}` };
    const requests = [
      serveExport(door.runtime, new Request(`${ORIGIN}/api/export/child?as=jsonl`, { headers }), 'child'),
      serveListExport(door.runtime, new Request(`${ORIGIN}/api/export/list?as=csv`, { headers })),
    ];
    const replies = await Promise.all(
      requests.map(async (reply) => [(await reply).status, await (await reply).text()]),
    );
    const sent = await door.send(null, '/api/upload?name=a.jsonl', {
      body: '{}',
      headers: { authorization: `Bearer ${token}`, origin: null, 'content-type': 'application/octet-stream' },
    });
    for (const [status, text] of [...replies, [sent.status, sent.text]])
      expect([status, messageOf(String(text))]).toEqual([
        403,
        'A token of an agent cannot do this. Sign in as a person.',
      ]);
  });

  it('H10: is listed to its person by name, agent and session, never with its secret', async () => {
    const made = await create({ name: 'nightly', expiresAtMs: Date.now() + 60_000 });
    const rotated = await door.ask<NewSecret>(ann, 'tokens.rotate', { tokenId: made.id });
    expect(rotated.token).not.toBe(made.token);
    const { text } = await door.call(ann, 'tokens.list', undefined, { body: null });
    for (const { token } of [made, rotated]) expect(text).not.toContain(token.slice(4, 20));
    const tokens = await door.ask<readonly ShownToken[]>(ann, 'tokens.list', undefined);
    expect(tokens.find(({ id }) => id === made.id)).toMatchObject({
      name: 'nightly',
      state: 'active',
      visibility: 'tree',
    });
  });

  it('is told in one sentence what does not go together, by the same words as on the command line', async () => {
    const ask = (input: Record<string, unknown>) =>
      door.refusal(ann, 'tokens.create', { name: 'robot', agentId: 'main', ...input });
    expect(await ask({})).toEqual([400, expect.stringContaining('`tree` needs a session') as string]);
    expect(await ask({ session: 'nobodys' })).toEqual([404, expect.stringContaining('Not found') as string]);
    expect((await ask({ session: 'child', visibility: 'everything' }))[0]).toBe(400);
    expect((await ask({ session: 'child', personId: 1 }))[0]).toBe(400);
    expect((await ask({ session: 'child', agentId: ' ' }))[0]).toBe(400);
  });

  it('sends only where it may write', async () => {
    const probe = router({ send: ingestProcedure.mutation(({ ctx }) => ctx.ingests.actor.type) });
    const sendAs = (actor: Actor | null): Promise<unknown> =>
      createCaller(probe)({
        ...{ runtime: door.runtime, actor, lookAgain: async () => Promise.resolve(actor), nowMs: 0 },
        signal: new AbortController().signal,
      }).send();
    const token = testToken({ visibility: 'agent' });
    expect(await sendAs({ type: 'person', person: ann })).toBe('person');
    expect(await sendAs({ type: 'token', person: ann, token: { ...token, canWrite: true } })).toBe('token');
    await expect(sendAs({ type: 'token', person: ann, token })).rejects.toThrow(/cannot send transcripts/);
    await expect(sendAs(null)).rejects.toThrow('Sign in first.');
  });

  it('does not count for a body that arrives when it is revoked already', async () => {
    const session = { key: 'agent:main:late' };
    const append = JSON.stringify({ session, entries: [{ id: 'a', role: 'user', text: 'lantern late' }] });
    const file = '{"type":"session","version":3,"id":"late"}\n';
    const push = `/api/push?place=laptop&name=agents/main/sessions/late.jsonl&offset=0&prefix=${EMPTY_SHA256}`;
    for (const [address, body, type] of [
      ['/api/trpc/ingest.append', append, 'application/json'],
      [push, file, 'application/octet-stream'],
    ] as const) {
      const { id, token } = await create({ visibility: 'all', canWrite: true });
      let isRevoked = false;
      const late = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            await door.ask(ann, 'tokens.revoke', { tokenId: id });
            isRevoked = true;
            controller.enqueue(new TextEncoder().encode(body));
            controller.close();
          },
        },
        NOT_AHEAD,
      );
      const headers = { authorization: `Bearer ${token}`, origin: null, 'content-type': type };
      const answer = await door.send(null, address, { body: late, headers });
      expect([answer.status, isRevoked]).toEqual([401, true]);
    }
    expect(readdirSync(door.store.dataDir)).not.toContain('spool');
  });
});
