import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestActor } from '../../server/auth/actor.ts';
import { authOptions } from '../../server/auth/options.ts';
import { hashPassword } from '../../server/auth/password.ts';
import type { Person } from '../../server/contract/actor.ts';
import { changePassword } from '../../server/people/change-password.ts';
import { changePerson } from '../../server/people/change-person.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';
import { auditRows } from './audit-rows.ts';
import { AUTH, cookieOf, cookieWith } from './cookies.ts';

describe('a session cookie', () => {
  let store: TestStore;
  let owner: Person;
  let ann: Person;

  beforeAll(async () => {
    store = openTestStore();
    owner = await addTestPerson(store.engine, 'owner@example.org', 'owner');
    ann = await addTestPerson(store.engine, 'ann@example.org');
  });
  afterAll(() => store.close());

  const emailBy = async (
    cookie: string,
    more: Record<string, string> = {},
    settings = AUTH as typeof AUTH | { secret: string; isSecure: boolean },
  ) => (await requestActor(store.engine, new Headers({ cookie, ...more }), settings))?.person.email ?? null;

  it('tells who asks, wherever it stands among others', async () => {
    const cookie = await cookieOf(store.engine, ann);
    expect(await emailBy(cookie)).toBe('ann@example.org');
    expect(await emailBy(`theme=dark; ${cookie} ; other=a=b`)).toBe('ann@example.org');
    expect(await emailBy('')).toBeNull();
  });

  it('H1: counts for nothing when it is forged, foreign, cut, over, or claims what is no person', async () => {
    const claims = { personId: ann.id, authVersion: 1 };
    const good = await cookieWith(claims);
    const plain = Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const bad = [
      await cookieWith(claims, { secret: 'another secret of another server' }),
      await cookieWith(claims, { secret: '' }).catch(() => 'scrollback.session='),
      await cookieWith(claims, { maxAge: -60 }),
      await cookieWith({ personId: 999, authVersion: 1 }),
      await cookieWith({ personId: String(ann.id), authVersion: 1 }),
      await cookieWith({ personId: ann.id }),
      await cookieWith({ sub: String(ann.id), email: ann.email }),
      await cookieWith(claims, { name: 'next-auth.session-token' }),
      good.slice(0, -1),
      `${good}x`,
      good.replace('scrollback.session', 'Scrollback.Session'),
      `scrollback.session=${none}.${plain}.`,
      'scrollback.session=',
      'scrollback.session',
    ];
    for (const cookie of bad) expect(await emailBy(cookie)).toBeNull();
    expect(await emailBy(good)).toBe('ann@example.org');
  });

  it('H1: does not count beside a bearer token: such a request is a program’s', async () => {
    expect(await emailBy(await cookieOf(store.engine, ann), { authorization: 'Bearer x' })).toBeNull();
  });

  it('H5: carries __Host- where people come by https, and the other name is not read there', async () => {
    const secure = { ...AUTH, isSecure: true };
    const options = authOptions(store.engine, secure);
    expect(options.cookies?.sessionToken).toEqual({
      name: '__Host-scrollback.session',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    });
    expect(options.useSecureCookies).toBe(true);
    const claims = { personId: ann.id, authVersion: 1 };
    expect(await emailBy(await cookieWith(claims), {}, secure)).toBeNull();
    const named = await cookieWith(claims, { name: '__Host-scrollback.session' });
    expect(await emailBy(named, {}, secure)).toBe('ann@example.org');
    expect(await emailBy(named)).toBeNull();
    expect(authOptions(store.engine, AUTH).cookies?.sessionToken?.options.secure).toBe(false);
  });

  it('H4: is dead at the next request after a new password, another role, and disabling', async () => {
    const person = await addTestPerson(store.engine, 'bob@example.org');
    const audit = { personId: person.id, act: 'password-set', subject: null, scope: 'link', results: null } as const;
    await store.engine.setPassword(person.id, await hashPassword('correct horse battery'), audit);
    const scope = writer(store.engine, owner);
    const acts = [
      () =>
        changePassword(writer(store.engine, person), {
          current: 'correct horse battery',
          next: 'another horse battery',
        }),
      () => changePerson(scope, { email: person.email, role: 'operator' }),
      () => changePerson(scope, { email: person.email, isDisabled: true }),
    ];
    for (const act of acts) {
      const cookie = await cookieOf(store.engine, person);
      expect(await emailBy(cookie)).toBe('bob@example.org');
      await act();
      expect(await emailBy(cookie)).toBeNull();
    }
    // Disabled: no cookie counts. Enabled again: the old ones stay dead.
    const meanwhile = await cookieOf(store.engine, person);
    expect(await emailBy(meanwhile)).toBeNull();
    await changePerson(scope, { email: person.email, isDisabled: false });
    expect(await emailBy(meanwhile)).toBeNull();
    expect(await emailBy(await cookieOf(store.engine, person))).toBe('bob@example.org');
  });

  it('H4: a copy of it is dead once its owner signs out, and signing out with a dead one ends nothing', async () => {
    const person = await addTestPerson(store.engine, 'eve@example.org');
    const cookie = await cookieOf(store.engine, person);
    const { authVersion } = (await store.engine.findSignIn(person.email)) ?? { authVersion: 0 };
    const signOut = (claims: Record<string, unknown> | null) =>
      authOptions(store.engine, AUTH).events?.signOut?.({ token: claims as never, session: null as never });
    await signOut({ personId: person.id, authVersion });
    expect(await emailBy(cookie)).toBeNull();
    expect(auditRows(store.file).at(-1)).toEqual({
      act: 'sign-out',
      personId: person.id,
      subject: null,
      scope: 'member',
    });

    const newer = await cookieOf(store.engine, person);
    for (const claims of [{ personId: person.id, authVersion }, { personId: 'x' }, {}, null]) await signOut(claims);
    expect(await emailBy(newer)).toBe('eve@example.org');
  });

  it('H4: what next-auth puts into a token names the person and the version, and nothing else', async () => {
    const { jwt, session } = authOptions(store.engine, AUTH).callbacks ?? {};
    const user = { id: String(ann.id), email: ann.email, authVersion: 7 };
    const token = await jwt?.({ token: { name: 'x', email: 'y', sub: 'z' }, user, account: null });
    expect(token).toEqual({ personId: ann.id, authVersion: 7 });
    // What the session endpoint answers is when it ends, and no name, e-mail or role.
    const shown = await session?.({
      session: { expires: '2026-12-01', user: { email: ann.email } },
      token: { personId: ann.id },
      user: { id: '1', email: ann.email, emailVerified: null },
      newSession: null,
      trigger: 'update',
    });
    expect(shown).toEqual({ expires: '2026-12-01' });
  });
});
