import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestActor } from '../../server/auth/actor.ts';
import { flushTokenUses } from '../../server/auth/token-uses.ts';
import type { Actor, Person } from '../../server/contract/actor.ts';
import type { TokenInput } from '../../server/contract/token.ts';
import { notFound } from '../../server/errors.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { showSession } from '../../server/history/show-session.ts';
import { createToken } from '../../server/people/create-token.ts';
import { listTokens } from '../../server/people/list-tokens.ts';
import { revokeAllTokens } from '../../server/people/revoke-all-tokens.ts';
import { revokeToken } from '../../server/people/revoke-token.ts';
import { rotateToken } from '../../server/people/rotate-token.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { ingestScope, readScope, writeScope } from '../../server/visibility/scope.ts';
import { auditRows, breakAudit, mendAudit } from '../auth/audit-rows.ts';
import { AUTH } from '../auth/cookies.ts';
import { search } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';

const HOUR_MS = 3_600_000;

describe('tokens', () => {
  let store: TestStore;
  let clock = NOW_MS;
  let owner: Person;
  let ann: Person;
  let eve: Person;

  beforeEach(async () => {
    clock = NOW_MS;
    store = openTestStore({ now: () => clock });
    owner = await addTestPerson(store.engine, 'owner@example.org', 'owner');
    ann = await addTestPerson(store.engine, 'ann@example.org');
    eve = await addTestPerson(store.engine, 'eve@example.org');
    await save('root');
    await save('child', 'root');
    await save('sibling', 'root');
    await save('hidden', 'root', true);
  });
  afterEach(async () => {
    await flushTokenUses(store.engine);
    await store.close();
  });

  async function save(name: string, parent: string | null = null, isIncognito = false): Promise<void> {
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: name,
      parentKey: parent === null ? null : `agent:main:${parent}`,
      isIncognito,
      entries: [{ id: `${name}-1`, text: `lantern ${name}` }],
    });
  }

  const create = (input: Partial<TokenInput> = {}, by: Person = ann) =>
    createToken(writer(store.engine, by), { name: 'robot', agentId: 'main', session: 'child', ...input }, clock);
  const actorOf = (token: string): Promise<Actor | null> =>
    requestActor(store.engine, new Headers({ authorization: `Bearer ${token}` }), AUTH);
  async function readerOf(token: string) {
    const actor = await actorOf(token);
    if (actor === null) throw new Error('The token stands for nobody.');
    return readScope(store.engine, actor);
  }

  it('see what was chosen for them: one for a child reads neither its parent nor its siblings', async () => {
    const { token } = await create();
    const scope = await readerOf(token);
    expect((await showSession(scope, 'current')).sessionKey).toBe('agent:main:child');
    expect((await getHistory(scope, { session: 'agent:main:child' })).messages).toHaveLength(1);
    for (const session of ['agent:main:root', 'root', 'sibling', 'hidden', 'main', 'nobodys']) {
      await expect(showSession(scope, session)).rejects.toMatchObject({ message: notFound().message });
      await expect(getHistory(scope, { session })).rejects.toMatchObject({ message: notFound().message });
    }
    const { results, scope: said } = await search(scope, 'lantern');
    expect(results.map((hit) => hit.sessionKey)).toEqual(['agent:main:child']);
    expect(said).toMatchObject({ mode: 'tree' });
    expect(said.description).toMatch(/^The session of this token and what it spawned/);
    await expect(search(scope, 'lantern branch:any')).rejects.toMatchObject({
      kind: 'bad-input',
      message: expect.stringContaining('`branch:any` is for people') as string,
    });
  });

  it.each<[string, Partial<TokenInput> & { session?: string }, RegExp]>([
    ['self without a session', { visibility: 'self' }, /`self` needs a session/],
    ['tree without a session', {}, /`tree` needs a session/],
    ['a sandbox without a session', { visibility: 'all', isSandboxed: true }, /Name the session/],
    [
      'a list of agents beside another mode',
      { session: 'child', agentIds: ['main'] },
      /goes with the visibility `all`/,
    ],
    ['an end that is over', { session: 'child', expiresAtMs: NOW_MS }, /Choose a later time/],
    ['an incognito session', { session: 'hidden' }, /incognito/],
    ['a session of another agent', { session: 'child', agentId: 'ops' }, /of the agent main/],
    ['a session that is not there', { session: 'nobodys' }, /^Not found/],
  ])('are refused in one sentence for %s', async (_, { session, ...input }, sentence) => {
    const ask = { name: 'robot', agentId: 'main', ...input, ...(session === undefined ? {} : { session }) };
    await expect(createToken(writer(store.engine, ann), ask, clock)).rejects.toThrow(sentence);
    expect(await listTokens(writer(store.engine, ann))).toEqual([]);
  });

  it('are bound to own sessions only, also for who sees all, and nobody tells hidden from absent', async () => {
    await expect(create({}, owner)).rejects.toThrow(/belongs to somebody else/);
    await expect(create({}, eve)).rejects.toMatchObject({ message: notFound().message });
    const { session: _, ...unbound } = { session: '', name: 'robot', agentId: 'main', visibility: 'all' } as const;
    const { token } = await createToken(writer(store.engine, owner), unbound, clock);
    expect((await search(await readerOf(token), 'lantern')).results).toEqual([]);
  });

  it('take a list of agents as it is said: left out all, blanks none', async () => {
    const keysOf = async (agentIds?: readonly string[]): Promise<readonly string[]> => {
      const list = agentIds === undefined ? {} : { agentIds: [...agentIds] };
      const { token } = await create({ visibility: 'all', ...list });
      return (await search(await readerOf(token), 'lantern')).results.map((hit) => hit.sessionKey).toSorted();
    };
    const all = ['agent:main:child', 'agent:main:root', 'agent:main:sibling'];
    expect(await keysOf()).toEqual(all);
    expect(await keysOf([' main ', ''])).toEqual(all);
    expect(await keysOf(['ops'])).toEqual([]);
    expect(await keysOf(['', '  '])).toEqual([]);
    expect(await keysOf([])).toEqual([]);
  });

  it('C7: change nothing, and make no others: whatever they are for, a token has no scope to write but to send', async () => {
    for (const canWrite of [false, true]) {
      const { token } = await create({ visibility: 'all', canWrite });
      const actor = await actorOf(token);
      if (actor === null) throw new Error('The token stands for nobody.');
      expect(() => writeScope(store.engine, actor)).toThrow(/Sign in as a person/);
      if (!canWrite) expect(() => ingestScope(store.engine, actor)).toThrow(/cannot send transcripts/);
      else expect(ingestScope(store.engine, actor).reach).toEqual((await readerOf(token)).reach);
    }
  });

  it('H11: are rotated with an overlap, revoked, and all ended at once, each with the next request', async () => {
    const scope = writer(store.engine, ann);
    const first = await create();
    const second = await rotateToken(scope, { tokenId: first.id });
    expect(second.id).toBe(first.id);
    clock = NOW_MS + 24 * HOUR_MS - 1;
    expect(await actorOf(first.token)).toEqual(await actorOf(second.token));
    clock += 1;
    expect(await actorOf(first.token)).toBeNull();
    expect(await actorOf(second.token)).not.toBeNull();
    const third = await rotateToken(scope, { tokenId: first.id, overlapHours: 0 });
    expect(await actorOf(second.token)).toBeNull();
    await revokeToken(scope, first.id);
    expect(await actorOf(third.token)).toBeNull();
    const others = [await create(), await create()];
    const evesOwn = await createToken(
      writer(store.engine, eve),
      { name: 'x', agentId: 'y', visibility: 'agent' },
      clock,
    );
    expect(await revokeAllTokens(scope)).toBe(2);
    for (const { token } of others) expect(await actorOf(token)).toBeNull();
    expect(await actorOf(evesOwn.token)).not.toBeNull();
  });

  it('die with their session, and are listed without their secret', async () => {
    const { id, token } = await create({ expiresAtMs: NOW_MS + HOUR_MS, includesGranted: true });
    const listed = await listTokens(writer(store.engine, ann));
    expect(listed).toMatchObject([
      { id, name: 'robot', state: 'active', session: { sessionKey: 'agent:main:child' }, includesGranted: true },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token.slice(4));
    await deleteSession(writer(store.engine, ann), 'child');
    expect(await actorOf(token)).toBeNull();
    expect(await listTokens(writer(store.engine, ann))).toEqual([]);
  });

  it('are their person’s alone: to others, owners too, they are not there', async () => {
    const { id, token } = await create();
    for (const other of [owner, eve]) {
      const scope = writer(store.engine, other);
      expect(await listTokens(scope)).toEqual([]);
      for (const tokenId of [id, 1_000_000]) {
        const absent = { kind: 'not-found', message: 'Not found: you have no such token, or it is over already.' };
        await expect(revokeToken(scope, tokenId)).rejects.toMatchObject(absent);
        await expect(rotateToken(scope, { tokenId })).rejects.toMatchObject(absent);
      }
      expect(await revokeAllTokens(scope)).toBe(0);
    }
    expect(await actorOf(token)).not.toBeNull();
  });

  it('are made, rotated and revoked together with their audit row, or not at all', async () => {
    const scope = writer(store.engine, ann);
    const { id, token } = await create();
    breakAudit(store.file);
    for (const act of [
      () => create(),
      () => rotateToken(scope, { tokenId: id, overlapHours: 0 }),
      () => revokeToken(scope, id),
      () => revokeAllTokens(scope),
    ])
      await expect(act()).rejects.toThrow('no audit');
    mendAudit(store.file);
    expect(await actorOf(token)).not.toBeNull();
    await rotateToken(scope, { tokenId: id });
    await revokeToken(scope, id);
    const whose = { personId: ann.id, subject: String(id) };
    expect(auditRows(store.file)).toMatchObject([
      { act: 'token-created', scope: 'tree', ...whose },
      { act: 'token-rotated', ...whose },
      { act: 'token-revoked', ...whose },
    ]);
  });
});
