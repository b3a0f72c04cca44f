import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestActor } from '../../server/auth/actor.ts';
import { makeTokenSecret } from '../../server/auth/token-secret.ts';
import { flushTokenUses } from '../../server/auth/token-uses.ts';
import type { Person } from '../../server/contract/actor.ts';
import { redact } from '../../server/redaction/redact.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { testToken } from '../support/tokens.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { auditRows } from './audit-rows.ts';
import { AUTH, cookieOf } from './cookies.ts';

describe('a bearer token', () => {
  let store: TestStore;
  let clock = NOW_MS;
  let ann: Person;
  let token: string;
  let id: number;

  beforeEach(async () => {
    clock = NOW_MS;
    store = openTestStore({ now: () => clock });
    await addTestPerson(store.engine, 'owner@example.org', 'owner');
    ann = await addTestPerson(store.engine, 'ann@example.org');
    const secret = makeTokenSecret();
    token = secret.token;
    const { id: _, ...chosen } = testToken({ visibility: 'all', canWrite: true });
    const audit = { personId: ann.id, act: 'token-created', subject: null, scope: 'all', results: null } as const;
    const given = {
      ...chosen,
      personId: ann.id,
      name: 'robot',
      secretHash: secret.secretHash,
      expiresAtMs: NOW_MS + 1000,
    };
    id = (await store.engine.addToken({ type: 'owned', personId: ann.id }, given, audit)) ?? 0;
  });
  afterEach(async () => {
    await flushTokenUses(store.engine);
    await store.close();
  });

  const actorBy = (authorization: string, more: Record<string, string> = {}) =>
    requestActor(store.engine, new Headers({ authorization, ...more }), AUTH);

  it('stands for its person and for what was chosen, however the scheme is written', async () => {
    const actor = { type: 'token', person: ann, token: testToken({ id, visibility: 'all', canWrite: true }) };
    for (const scheme of ['Bearer', 'bearer', 'BEARER  ']) expect(await actorBy(`${scheme} ${token}`)).toEqual(actor);
  });

  it('has 256 random bits behind a prefix, is kept as a hash only, and is masked wherever it is shown', async () => {
    expect(token).toMatch(/^sbk_[\w-]{43}$/);
    expect(new Set(Array.from({ length: 100 }, () => makeTokenSecret().token)).size).toBe(100);
    const { secretHash } = makeTokenSecret();
    expect(secretHash).toMatch(/^[\w-]{43}$/);
    expect(token).not.toContain(secretHash);
    for (const text of [token, `token=${token}.`, `{"authorization":"Bearer ${token}"}`, `x${token}`.slice(1)]) {
      const { text: masked, masks } = redact(text);
      expect(masked).not.toContain(token.slice(4, 20));
      expect(masks.map(({ kind }) => kind)).toContain('scrollback-token');
    }
  });

  it('H1: counts for nothing when it is unknown, cut, doubled or of another scheme, also beside a good cookie', async () => {
    const cookie = await cookieOf(store.engine, ann);
    const [, body = ''] = token.split('_');
    const wrong = [
      ...['', token, 'Bearer', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`],
      ...[`Bearer ${body}`, `Bearer SBK_${body}`, `Bearer ${token}, Bearer ${token}`, `Bearer ${token} ${token}`],
      `Bearer ${makeTokenSecret().token}`,
    ];
    for (const authorization of wrong) expect(await actorBy(authorization, { cookie })).toBeNull();
  });

  it('H11: is dead with the next request after it is over or revoked, or its person is disabled', async () => {
    const event = { personId: ann.id, subject: null, scope: 'test', results: null };
    clock = NOW_MS + 999;
    expect(await actorBy(`Bearer ${token}`)).not.toBeNull();
    clock = NOW_MS + 1000;
    expect(await actorBy(`Bearer ${token}`)).toBeNull();
    clock = NOW_MS;
    await store.engine.changePerson(ann.id, { isDisabled: true }, { ...event, act: 'person-changed' });
    expect(await actorBy(`Bearer ${token}`)).toBeNull();
  });

  it('is stamped and audited when it is used, once a minute, and no request waits for that', async () => {
    const uses = (): readonly unknown[] => auditRows(store.file).filter((row) => row.act === 'token-used');
    for (let count = 0; count < 5; count += 1) await actorBy(`Bearer ${token}`);
    expect(uses()).toEqual([]);
    await flushTokenUses(store.engine);
    expect(uses()).toMatchObject([{ personId: ann.id, subject: String(id), scope: 'all' }]);
    await actorBy(`Bearer ${token}`);
    await flushTokenUses(store.engine);
    expect(uses()).toHaveLength(1);
  });
});
